import type { ReportChange, ReportOp } from '#domain/reports/operations/report-ops.ts';
import type { PartId } from '#domain/reports/operations/restore-request.ts';
import type { PhotoEdit, PhotoMark } from '#domain/reports/photos/photo-marks.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import type { RefusedOp } from '#web/editing/save-answers.ts';
import type { Saving } from '#web/editing/save-status.tsx';
import type { FullReport } from '../../contract.ts';
import type { Removal } from '../../editing-contract.ts';
import type { MediaOnWire } from '../../media-contract.ts';
import type { DeviceState } from './device-saves.ts';
import type { DraftStore } from './draft-store.ts';
import type { PhotoFacts, PhotoPlace } from './photo-facts.ts';
import type { MediaUpload, UploadingMedia } from './photo-uploads.ts';

interface OpConflict {
  op: ReportOp;
  by: string;
  at: string;
}

/** A change that could not be saved. Its words stay, also on the device, until the user restores or discards them. */
export interface Refused extends RefusedOp<ReportOp> {
  /** If it is for something that was removed. */
  removed: Removal | null;
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
  /** Whether everything that waits is on this device. */
  device: DeviceState;
  /** What can no longer be sent, if the report is gone or no longer the user's to edit; null otherwise. */
  stopped: readonly ReportOp[] | null;
  canUndo: boolean;
  canRedo: boolean;
}

/** What the server says about a batch of changes. */
export interface SaveAnswer {
  rev: number;
  status: FullReport['status'];
  behind: boolean;
  results: { op_id: string; refused: string | null; removed?: Removal | undefined }[];
}

/** The editor's dependencies; the page passes the API and the browser's storage. */
export interface EditorPorts {
  load(): Promise<FullReport>;
  /** `own` are changes after `rev` that this editor made itself. */
  save(rev: number, ops: ReportOp[], own: string[]): Promise<SaveAnswer>;
  upload(photo: MediaUpload, onProgress: (share: number) => void, signal: AbortSignal): Promise<MediaOnWire>;
  abandonVideo(mediaId: string): void;
  drafts: DraftStore;
  newId(): string;
  /** Called when something has to stay on the device. */
  keepsOnDevice?(): void;
}

export interface Editor {
  subscribe(listener: () => void): () => void;
  /** Null until `open` is done. */
  state(): EditorState | null;
  /** Loads the report and resumes pending work of this device. Falls back to the device's copy while offline. */
  open(): Promise<void>;
  /** Makes changes as one step of undo, locally now and on the server soon. Returns the first refusal, or null. */
  change(...changes: ReportChange[]): string | null;
  undo(): void;
  redo(): void;
  /** `facts` are those of the originals, file by file. */
  addPhotos(files: readonly File[], to: PhotoPlace, facts?: readonly PhotoFacts[]): Promise<void>;
  /** Until the returned function is called, files are being prepared: nothing counts as saved or sent. */
  prepare(): () => void;
  addVideo(file: File, poster: Blob | null, to: PhotoPlace & { item_id: string }): Promise<void>;
  retryPhoto(mediaId: string): void;
  dropPhoto(mediaId: string): void;
  captionPhoto(mediaId: string, caption: string): void;
  /** Changes the marks and the crop of a photo, also of one that is still to be uploaded. */
  annotatePhoto(mediaId: string, look: { annotations: PhotoMark[]; edit: PhotoEdit | null }): void;
  /** Moves photos, also those that are still to be uploaded. Returns the reason if refused, or null. */
  placePhotos(mediaIds: readonly string[], to: PhotoPlace): string | null;
  /** Sends everything now. Resolves to true once the server has it all. */
  flush(): Promise<boolean>;
  /** Sends everything and reloads the report. */
  sync(): Promise<boolean>;
  keepMine(opId: string): void;
  takeTheirs(opId: string): void;
  dismiss(opId: string): void;
  /** Brings back something removed, and makes the changes and adds the photos that were for it. */
  restoreRemoved(part: PartId): void;
  /** Discards the changes and photos for something removed. */
  discardRemoved(part: PartId): void;
  /** Stores again the words that the device could not store. */
  storeAgain(): void;
  /** Tries again to store photos on the device. */
  storePhotosAgain(): Promise<void>;
  close(): void;
}

/** Whether there is something that the user must know or decide. */
export function needsAttention({ conflicts, refused, stopped, device, photos }: EditorState): boolean {
  const isKept = photos.some(({ removed }) => removed);
  return conflicts.length + refused.length > 0 || stopped !== null || device === 'failed' || isKept;
}
