/** The sending loop of an editor: batches in order, merge of the responses, retries, and reloading after others. */
import { applyOps } from '#domain/reports/operations/report-ops.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { isFinal, wrongOps } from '#web/editing/save-answers.ts';
import { isRetryable } from '../../../../web/editing/is-retryable.ts';
import { contentOf } from '../../present.ts';
import type { PendingOp } from './draft-store.ts';
import {
  activeOps,
  contentWithPending,
  type EditorModel,
  publishState,
  setState,
  showRefused,
} from './editor-model.ts';
import { withMedia } from './editor-ops.ts';
import { confirm, drop, nextBatch, storeBase, storeConflicts } from './editor-queue.ts';
import { markConflicts, needsNotice, rejectedOps, reportOpsOf } from './editor-responses.ts';
import type { SaveAnswer } from './editor-types.ts';

const longestPauseMs = 30_000;

/** Sends the pending changes after a delay, unless they are sent or scheduled again before. */
export function schedule(model: EditorModel, delay: number): void {
  clearTimeout(model.timer);
  if (canSend(model)) model.timer = setTimeout(() => void flush(model), delay);
}

/** Sends everything now, or joins the run in progress. Resolves to true once the server has it all. */
export function flush(model: EditorModel): Promise<boolean> {
  clearTimeout(model.timer);
  model.sending ??= sendAll(model).finally(() => {
    model.sending = null;
    publishState(model);
  });
  return model.sending;
}

const canSend = ({ isClosed, isStopped }: EditorModel) => !isClosed && !isStopped;

async function sendAll(model: EditorModel): Promise<boolean> {
  while ((activeOps(model).length > 0 || model.isBehind) && canSend(model)) {
    let batch: PendingOp[] = [];
    publishState(model, 'saving');
    try {
      if (model.isBehind) await reload(model);
      if (!canSend(model)) continue;
      batch = nextBatch(model);
      const own = model.own.map(({ op_id }) => op_id);
      if (batch.length > 0)
        applyResponse(model, batch, await model.ports.save(batch[0]?.rev ?? 0, reportOpsOf(batch), own));
      model.pause = 0;
    } catch (error) {
      if (!handleFailure(model, error, batch)) return false;
    }
  }
  return activeOps(model).length === 0;
}

/** Applies the server's response to a batch: what it accepted becomes the confirmed state. */
function applyResponse(model: EditorModel, batch: readonly PendingOp[], answer: SaveAnswer): void {
  const refused = rejectedOps(batch, answer);
  const accepted = reportOpsOf(batch).filter((op) => !refused.some((each) => each.op === op));
  const { content } = applyOps(model.base.content, accepted);
  model.base = { content, rev: answer.rev };
  // What others changed is seen only once it is loaded.
  if (answer.behind) model.isBehind = true;
  else model.seen = answer.rev;
  if (model.state)
    setState(model, { report: { ...model.state.report, status: answer.status, rev: answer.rev } });
  // Their words are in the tray before they leave the queue.
  showRefused(model, refused.filter(needsNotice));
  confirm(model, batch, answer.behind);
  if (refused.length > 0) setState(model, { content: contentWithPending(model) });
  publishState(model, 'saving');
}

/** Reloads the report with the changes of others and applies our pending changes on top. */
export async function reload(model: EditorModel): Promise<void> {
  const { rev } = model.base;
  const known = model.arrived.length;
  const report = await model.ports.load();
  // Something was saved in the meantime: the response may be older than our state.
  if (model.base.rev !== rev) return reload(model);
  // The response may also be older than photos uploaded in the meantime.
  const content = model.arrived.slice(known).reduce(withMedia, contentOf(report));
  model.base = { content, rev: report.rev };
  model.seen = report.rev;
  model.isBehind = false;
  model.isStopped = false;
  setState(model, { report, content: contentWithPending(model) });
  storeBase(model);
  publishState(model);
}

/** Decides what a failed batch means. Returns true if sending can continue immediately. */
function handleFailure(model: EditorModel, error: unknown, batch: readonly PendingOp[]): boolean {
  if (!(error instanceof ApiFailure) || isRetryable(error)) {
    model.pause = Math.min(longestPauseMs, Math.max(2000, model.pause * 2));
    publishState(model, 'device');
    model.ports.keepsOnDevice?.();
    schedule(model, model.pause);
    return false;
  }
  if (batch.length === 0 || isFinal(error)) {
    stop(model);
    return false;
  }
  const marked = markConflicts(model.queue, error);
  if (marked) {
    storeConflicts(model, marked);
    model.isBehind = true;
    setState(model, { content: contentWithPending(model) });
    publishState(model, 'saving');
    return true;
  }
  // Refused by the server: set aside the invalid changes, so that they do not block the rest.
  const wrong = wrongOps(reportOpsOf(batch), error);
  if (wrong.length === 0) model.limit = Math.ceil(batch.length / 2);
  showRefused(
    model,
    wrong.map((each) => ({ ...each, removed: null })),
  );
  drop(
    model,
    batch.filter(({ op }) => wrong.some((each) => each.op === op)),
  );
  setState(model, { content: contentWithPending(model) });
  return true;
}

/** Sends nothing more: the report is gone, or no longer this user's to edit. What waits stays on the device and shown. */
export function stop(model: EditorModel): void {
  model.isStopped = true;
  clearTimeout(model.timer);
  publishState(model, 'device');
}
