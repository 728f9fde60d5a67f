import { applyOps, type ReportChange } from '#domain/reports/operations/report-ops.ts';
import type { ReportContent, ReportMedia } from '#domain/reports/reports.ts';
import type { Saving } from '#web/editing/save-status.tsx';
import { UndoSteps } from '#web/editing/undo-steps.ts';
import { createDeviceSaves, type DeviceSaves, type DeviceState } from './device-saves.ts';
import type { ConfirmedOp, PendingOp } from './draft-store.ts';
import { reportOpsOf } from './editor-responses.ts';
import type { EditorPorts, EditorState, Refused } from './editor-types.ts';
import type { Uploads } from './photo-uploads.ts';

/** What the parts of one open editor share: the queue of changes, the uploads and what the screen shows. */
export interface EditorModel {
  readonly reportId: string;
  readonly ports: EditorPorts;
  readonly saves: DeviceSaves;
  readonly uploads: Uploads;
  readonly listeners: Set<() => void>;
  readonly steps: UndoSteps<ReportChange>;
  /** What the screen shows; null until the report is loaded. */
  state: EditorState | null;
  /** The last state confirmed by the server. */
  base: { content: ReportContent; rev: number };
  /** The newest revision with all changes of others that the user sees. */
  seen: number;
  /** The changes that the server has not confirmed, in order. Each is on the device as well. */
  queue: PendingOp[];
  /** Confirmed changes that are newer than what some pending one was made on: they are no changes of others. */
  own: ConfirmedOp[];
  /** The changes that the server refused and that the user has neither restored nor discarded. */
  tray: PendingOp[];
  /** How many changes are sent at once; less after a batch that was refused as a whole. */
  limit: number;
  /** The position of the last change or photo added to the queue. */
  counter: number;
  /** The photos uploaded since the report was opened. */
  readonly arrived: ReportMedia[];
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The run of the sending loop that is in progress. */
  sending: Promise<boolean> | null;
  /** The pause before the next attempt, in milliseconds; 0 while the server can be reached. */
  pause: number;
  /** How far sending is. */
  progress: 'saving' | 'device';
  /** How many times files are being prepared. */
  preparing: number;
  isClosed: boolean;
  /** Someone else has changed the report, or a conflict showed it: reload it. */
  isBehind: boolean;
  /** The report is gone, or no longer this user's to edit: nothing more is sent. */
  isStopped: boolean;
}

/** The most changes that are sent at once. */
export const batchSize = 400;

/** Creates the model of an editor that has not loaded its report yet. */
export function createEditorModel(
  reportId: string,
  ports: EditorPorts,
  uploadsFor: (model: () => EditorModel) => Uploads,
): EditorModel {
  const model: EditorModel = {
    reportId,
    ports,
    saves: createDeviceSaves(ports.drafts, () => publishState(model)),
    uploads: uploadsFor(() => model),
    listeners: new Set(),
    steps: new UndoSteps(),
    state: null,
    base: { content: { ratings: [], sections: [] }, rev: 0 },
    seen: 0,
    queue: [],
    own: [],
    tray: [],
    limit: batchSize,
    counter: 0,
    arrived: [],
    timer: undefined,
    sending: null,
    pause: 0,
    progress: 'saving',
    preparing: 0,
    isClosed: false,
    isBehind: false,
    isStopped: false,
  };
  return model;
}

/** The pending changes that need no decision of the user. */
export function activeOps(model: EditorModel): PendingOp[] {
  return model.queue.filter((each) => !each.conflict);
}

/** Changes what the screen shows. Does nothing before the report is loaded. */
export function setState(model: EditorModel, changes: Partial<EditorState>): void {
  if (!model.state) return;
  model.state = { ...model.state, ...changes };
  for (const listener of model.listeners) listener();
}

/** Shows how far saving is. Without `progress`, it stays as it was. */
export function publishState(model: EditorModel, progress = model.progress): void {
  const { queue, uploads, steps, tray, isStopped } = model;
  model.progress = progress;
  const waiting = queue.length + uploads.waiting().length;
  setState(model, {
    waiting,
    conflicts: queue.flatMap(({ op, conflict }) => (conflict ? [{ op, ...conflict }] : [])),
    refused: tray.flatMap(({ op, refused }) => (refused ? [{ op, ...refused }] : [])),
    photos: uploads.shown(),
    saving: savingOf(model),
    device: deviceOf(model),
    stopped: isStopped ? reportOpsOf(queue) : null,
    canUndo: steps.done.length > 0,
    canRedo: steps.undone.length > 0,
  });
}

function savingOf(model: EditorModel): Saving {
  const { uploads, progress, isStopped } = model;
  const device = deviceOf(model);
  if (activeOps(model).length === 0 && uploads.waiting().length === 0) {
    if (model.preparing > 0) return 'saving';
    return uploads.shown().length > 0 ? 'refused' : 'saved';
  }
  if (device === 'failed') return 'unstored';
  // What the device has not confirmed is not called stored.
  return (progress === 'device' || isStopped) && device === 'stored' ? 'device' : 'saving';
}

function deviceOf({ saves, uploads }: EditorModel): DeviceState {
  const photos = uploads.shown();
  if (photos.some(({ isStored }) => !isStored)) return 'failed';
  const words = saves.state();
  return words === 'stored' && photos.some(({ state }) => state === 'storing') ? 'storing' : words;
}

/** The confirmed content with the pending changes applied. */
export function contentWithPending(model: EditorModel): ReportContent {
  return applyOps(model.base.content, reportOpsOf(activeOps(model))).content;
}

/** Puts changes that were refused, here or by the server, where the user sees them. */
export function showRefused(model: EditorModel, refused: readonly Refused[]): void {
  if (refused.length === 0) return;
  const { reportId: report_id, seen: rev } = model;
  const rows = refused.map(({ op, reason, removed }): PendingOp => {
    const at = { report_id, rev, n: ++model.counter, sent: true, conflict: null };
    return { op, ...at, refused: { reason, removed } };
  });
  model.tray = [...model.tray, ...rows];
  model.saves.putOps(rows);
  publishState(model);
}
