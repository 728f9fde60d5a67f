import { applyOps } from '#domain/reports/report-ops.ts';
import type { ReportContent, ReportMedia } from '#domain/reports/reports.ts';
import type { Saving } from '#web/editing/save-status.tsx';
import type { PendingOp } from './draft-store.ts';
import { needsNotice, reportOpsOf } from './editor-responses.ts';
import type { EditorPorts, EditorState, Refused } from './editor-types.ts';
import type { Uploads } from './photo-uploads.ts';

/** What the parts of one open editor share: the queue of changes, the uploads and what the screen shows. */
export interface EditorModel {
  readonly reportId: string;
  readonly ports: EditorPorts;
  readonly uploads: Uploads;
  readonly listeners: Set<() => void>;
  /** What the screen shows; null until the report is loaded. */
  state: EditorState | null;
  /** The last state confirmed by the server, which the pending changes are based on. */
  base: { content: ReportContent; rev: number };
  /** The changes that the server has not confirmed, in order. Each is on the device as well. */
  queue: PendingOp[];
  /** The position of the last change or photo added to the queue. */
  counter: number;
  /** The photos uploaded since the report was opened. */
  readonly arrived: ReportMedia[];
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The run of the sending loop that is in progress. */
  sending: Promise<boolean> | null;
  /** The pause before the next attempt, in milliseconds; 0 while the server can be reached. */
  pause: number;
  isClosed: boolean;
  /** Someone else has changed the report, or a conflict showed it: reload it. */
  isBehind: boolean;
}

/** Creates the model of an editor that has not loaded its report yet. */
export function createEditorModel(
  reportId: string,
  ports: EditorPorts,
  uploadsFor: (model: () => EditorModel) => Uploads,
): EditorModel {
  const model: EditorModel = {
    reportId,
    ports,
    uploads: uploadsFor(() => model),
    listeners: new Set(),
    state: null,
    base: { content: { ratings: [], sections: [] }, rev: 0 },
    queue: [],
    counter: 0,
    arrived: [],
    timer: undefined,
    sending: null,
    pause: 0,
    isClosed: false,
    isBehind: false,
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

/** Shows how far saving is. Without `saving`, the status stays unless everything is saved. */
export function publishState(model: EditorModel, saving?: Saving): void {
  const { queue, uploads } = model;
  const waiting = queue.length + uploads.waiting().length;
  const isSaved = activeOps(model).length === 0 && uploads.waiting().length === 0;
  const done = uploads.shown().length > 0 ? 'refused' : 'saved';
  const conflicts = queue.flatMap(({ op, conflict }) => (conflict ? [{ op, ...conflict }] : []));
  setState(model, {
    waiting,
    conflicts,
    photos: uploads.shown(),
    saving: isSaved ? done : (saving ?? model.state?.saving ?? 'saving'),
  });
}

/** The confirmed content with the pending changes applied. */
export function contentWithPending(model: EditorModel): ReportContent {
  return applyOps(model.base.content, reportOpsOf(activeOps(model))).content;
}

/** Shows every refusal, whether it is local or from the server. */
export function showRefused(model: EditorModel, refused: readonly Refused[]): void {
  const news = refused.filter(needsNotice);
  if (model.state && news.length > 0) setState(model, { refused: [...model.state.refused, ...news] });
}
