/** The queue of changes. Whatever happens to it is stored on the device as well, so that closing the tab loses nothing. */
import type { ReportOp } from '#domain/reports/report-ops.ts';
import { mediaOnWire, sectionsOnWire } from '../../present.ts';
import type { PendingOp } from './draft-store.ts';
import type { EditorModel } from './editor-model.ts';
import { mergedOp } from './editor-ops.ts';

/** Without storage on the device (private mode, full disk), changes are still saved to the server. */
export function logDraftFailure(work: Promise<unknown>): void {
  work.catch((error: unknown) => console.error('draft not stored', error));
}

/** Adds a change to the end of the queue, or merges it into the last one if it only continues that one. */
export function enqueue(model: EditorModel, op: ReportOp): void {
  const { queue } = model;
  const last = queue.at(-1);
  const merged = last && !last.sent && !last.conflict ? mergedOp(last.op, op) : null;
  const waiting: PendingOp =
    last && merged
      ? { ...last, op: merged }
      : { op, report_id: model.reportId, n: ++model.counter, sent: false, conflict: null };
  model.queue = merged ? [...queue.slice(0, -1), waiting] : [...queue, waiting];
  logDraftFailure(model.ports.drafts.putOps([waiting]));
}

/** Marks the changes of a batch as sent: from now on they stay as they are, so that a retry is identical. */
export function markSent(model: EditorModel, batch: readonly PendingOp[]): void {
  const sent = opIdsOf(batch);
  model.queue = model.queue.map((each) => (sent.has(each.op.op_id) ? { ...each, sent: true } : each));
  logDraftFailure(model.ports.drafts.putOps(model.queue.filter((each) => sent.has(each.op.op_id))));
}

/** Replaces the queue by one in which conflicts are marked. */
export function storeConflicts(model: EditorModel, marked: PendingOp[]): void {
  model.queue = marked;
  logDraftFailure(model.ports.drafts.putOps(marked.filter((each) => each.conflict)));
}

/** Removes changes that are confirmed, refused or decided. */
export function drop(model: EditorModel, batch: readonly PendingOp[]): void {
  const ids = opIdsOf(batch);
  model.queue = model.queue.filter((each) => !ids.has(each.op.op_id));
  logDraftFailure(model.ports.drafts.dropOps([...ids]));
}

/** Stores the confirmed state, which the pending changes are based on. */
export function storeBase({ state, base, ports }: EditorModel): void {
  if (!state) return;
  const { content, rev } = base;
  const unsorted = (content.unsorted ?? []).map(mediaOnWire);
  const report = { ...state.report, rev, sections: sectionsOnWire(content), unsorted };
  logDraftFailure(ports.drafts.saveReport(report));
}

function opIdsOf(batch: readonly PendingOp[]): Set<string> {
  return new Set(batch.map((each) => each.op.op_id));
}
