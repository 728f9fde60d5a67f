import type { ReportOp } from '#domain/reports/report-ops.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import type { FullReport, MediaOnWire } from '../../contract.ts';
import type { DraftStore } from './draft-store.ts';
import type { OpInput } from './editor-ops.ts';
import type { MediaUpload, UploadingMedia } from './photo-uploads.ts';

/** How the work stands: all on the server, on its way, only here, or all but a photo that was refused. */
export type Saving = 'saved' | 'saving' | 'device' | 'refused';

export interface OpConflict {
  op: ReportOp;
  by: string;
  at: string;
}

/** A change that could not be kept, with the reason; its words are shown so that they can be saved elsewhere. */
export interface Refused {
  op: ReportOp;
  reason: string;
}

export interface EditorState {
  report: FullReport;
  /** What is on the screen: the server's state with everything that waits. */
  content: ReportContent;
  saving: Saving;
  /** Changes and photos that the server does not have yet. */
  waiting: number;
  conflicts: readonly OpConflict[];
  refused: readonly Refused[];
  photos: readonly UploadingMedia[];
}

/** What the editor needs of the world; the page gives the API and the browser's store. */
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
  /** Loads the report and takes up what this device still holds; falls back to the device's copy without a connection. */
  open(): Promise<void>;
  /** Changes the report here at once and on the server soon; gives why not, or null. */
  change(change: OpInput): string | null;
  addPhotos(files: readonly File[], to: { item_id: string; comment_id: string | null }): Promise<void>;
  addVideo(
    file: File,
    poster: Blob | null,
    to: { item_id: string; comment_id: string | null },
  ): Promise<void>;
  retryPhoto(mediaId: string): void;
  dropPhoto(mediaId: string): void;
  captionPhoto(mediaId: string, caption: string): void;
  /** Sends everything now; resolves true when the server has it all. */
  flush(): Promise<boolean>;
  /** Sends everything and reads the report anew. */
  sync(): Promise<boolean>;
  keepMine(opId: string): void;
  takeTheirs(opId: string): void;
  dismiss(opId: string): void;
  close(): void;
}
