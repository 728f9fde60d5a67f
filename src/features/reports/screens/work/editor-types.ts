import type { PhotoEdit, PhotoMark } from '#domain/reports/photo-marks.ts';
import type { ReportOp } from '#domain/reports/report-ops.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import type { Saving } from '#web/editing/save-status.tsx';
import type { FullReport } from '../../contract.ts';
import type { MediaOnWire } from '../../media-contract.ts';
import type { DraftStore } from './draft-store.ts';
import type { OpInput } from './editor-ops.ts';
import type { PhotoFacts, PhotoPlace } from './photo-facts.ts';
import type { MediaUpload, UploadingMedia } from './photo-uploads.ts';

interface OpConflict {
  op: ReportOp;
  by: string;
  at: string;
}

/** A change that could not be saved, with the reason. Its text is shown so that the user can save it elsewhere. */
export interface Refused {
  op: ReportOp;
  reason: string;
}

export interface EditorState {
  report: FullReport;
  /** What the screen shows: the server's state with all pending changes. */
  content: ReportContent;
  saving: Saving;
  /** The number of changes and photos that the server does not have yet. */
  waiting: number;
  conflicts: readonly OpConflict[];
  refused: readonly Refused[];
  photos: readonly UploadingMedia[];
}

/** The editor's dependencies; the page passes the API and the browser's storage. */
export interface EditorPorts {
  load(): Promise<FullReport>;
  save(
    rev: number,
    ops: ReportOp[],
  ): Promise<{
    rev: number;
    status: FullReport['status'];
    behind: boolean;
    results: { op_id: string; refused: string | null }[];
  }>;
  upload(photo: MediaUpload, onProgress: (share: number) => void, signal: AbortSignal): Promise<MediaOnWire>;
  abandonVideo(mediaId: string): void;
  drafts: DraftStore;
  newId(): string;
}

export interface Editor {
  subscribe(listener: () => void): () => void;
  /** Null until `open` is done. */
  state(): EditorState | null;
  /** Loads the report and resumes pending work of this device. Falls back to the device's copy while offline. */
  open(): Promise<void>;
  /** Changes the report locally now and on the server soon. Returns the reason if refused, or null. */
  change(change: OpInput): string | null;
  /** `facts` are those of the originals, file by file. */
  addPhotos(files: readonly File[], to: PhotoPlace, facts?: readonly PhotoFacts[]): Promise<void>;
  addVideo(file: File, poster: Blob | null, to: PhotoPlace & { item_id: string }): Promise<void>;
  retryPhoto(mediaId: string): void;
  dropPhoto(mediaId: string): void;
  captionPhoto(mediaId: string, caption: string): void;
  /** Changes the marks and the crop of a photo, also of one that is still to be uploaded. */
  annotatePhoto(mediaId: string, look: { annotations: PhotoMark[]; edit: PhotoEdit | null }): void;
  /** Moves photos, also those that are still to be uploaded. Returns the reason if refused, or null. */
  placePhotos(mediaIds: readonly string[], to: PhotoPlace): string | null;
  /** Tries again to store photos on the device. */
  storePhotosAgain(): Promise<void>;
  /** Sends everything now. Resolves to true once the server has it all. */
  flush(): Promise<boolean>;
  /** Sends everything and reloads the report. */
  sync(): Promise<boolean>;
  keepMine(opId: string): void;
  takeTheirs(opId: string): void;
  dismiss(opId: string): void;
  close(): void;
}
