/** The queue of changes. Whatever happens to it is stored on the device as well, so that closing the tab loses nothing. */
import { meet } from '#domain/reports/operations/report-op-facts.ts';
import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { mediaOnWire, sectionsOnWire } from '../../present.ts';
import type { PendingOp } from './draft-store.ts';
import { activeOps, batchSize, type EditorModel } from './editor-model.ts';
import { mergedOp } from './editor-ops.ts';

const mostOwn = 1000;

/**
 * Adds a change made on `content` to the end of the queue, or merges it into the last one if it only continues that
 * one. A change on top of another pending one counts as made on the same state: that one hid what others wrote since.
 */
export function enqueue(model: EditorModel, op: ReportOp, content: ReportContent): void {
  const { queue, seen } = model;
  const last = queue.at(-1);
  const merged = last && !last.sent && !last.conflict ? mergedOp(last.op, op) : null;
  const below = activeOps(model).filter((each) => each.rev < seen && meet(content, op, each.op));
  const rev = Math.min(seen, ...below.map((each) => each.rev));
  const waiting: PendingOp =
    last && merged
      ? { ...last, op: merged }
      : { op, report_id: model.reportId, rev, n: ++model.counter, sent: false, conflict: null };
  model.queue = merged ? [...queue.slice(0, -1), waiting] : [...queue, waiting];
  model.saves.putOps([waiting]);
}

/** The next changes that were made on the same state, marked as sent: they stay as they are, so that a retry is identical. */
export function nextBatch(model: EditorModel): PendingOp[] {
  const active = activeOps(model);
  const end = active.findIndex((each) => each.rev !== active[0]?.rev);
  const batch = active.slice(0, Math.min(model.limit, end < 0 ? active.length : end));
  const fresh = opIdsOf(batch.filter((each) => !each.sent));
  if (fresh.size > 0) replace(model, (each) => (fresh.has(each.op.op_id) ? { ...each, sent: true } : each));
  return batch;
}

/** Takes a batch that the server confirmed out of the queue. */
export function confirm(model: EditorModel, batch: readonly PendingOp[], isBehind: boolean): void {
  const { rev } = model.base;
  const known = batch[0]?.rev ?? rev;
  model.limit = Math.min(batchSize, model.limit * 2);
  const ids = opIdsOf(batch);
  model.queue = model.queue.filter((each) => !ids.has(each.op.op_id));
  // No one else has changed anything since: what waits is as good as made on the new state.
  if (!isBehind) replace(model, (each) => (each.rev < known || each.rev === rev ? each : { ...each, rev }));
  const oldest = Math.min(model.seen, ...model.queue.map((each) => each.rev));
  const own = [...model.own, ...batch.map(({ op }) => ({ op_id: op.op_id, rev }))];
  model.own = own.filter((each) => each.rev > oldest).slice(-mostOwn);
  // Before they are dropped: after a crash in between they are sent again, and change nothing.
  storeBase(model);
  dropStored(model, ids);
}

/** Replaces the queue by one in which conflicts are marked. */
export function storeConflicts(model: EditorModel, marked: PendingOp[]): void {
  model.queue = marked;
  model.saves.putOps(marked.filter((each) => each.conflict));
}

/** Removes changes that are refused or decided. */
export function drop(model: EditorModel, batch: readonly PendingOp[]): void {
  const ids = opIdsOf(batch);
  model.queue = model.queue.filter((each) => !ids.has(each.op.op_id));
  dropStored(model, ids);
}

/** Removes changes from the device, except those that are now in the tray. */
function dropStored({ tray, saves }: EditorModel, ids: ReadonlySet<string>): void {
  const kept = opIdsOf(tray);
  saves.dropOps([...ids].filter((id) => !kept.has(id)));
}

/** Stores the confirmed state, which the pending changes are based on. */
export function storeBase({ state, base, own, saves }: EditorModel): void {
  if (!state) return;
  const { content, rev } = base;
  const unsorted = (content.unsorted ?? []).map(mediaOnWire);
  saves.saveReport({ ...state.report, rev, sections: sectionsOnWire(content), unsorted }, own);
}

/** Stores everything again: the browser has closed the store and may have cleared it. */
export function storeAll(model: EditorModel): void {
  storeBase(model);
  const rows = [...model.queue, ...model.tray];
  if (rows.length > 0) model.saves.putOps(rows);
  void model.uploads.storeAll();
}

/** Changes pending changes, and stores those that are different. */
function replace(model: EditorModel, by: (each: PendingOp) => PendingOp): void {
  const before = new Set(model.queue);
  model.queue = model.queue.map(by);
  const changed = model.queue.filter((each) => !before.has(each));
  if (changed.length > 0) model.saves.putOps(changed);
}

function opIdsOf(batch: readonly PendingOp[]): Set<string> {
  return new Set(batch.map((each) => each.op.op_id));
}
