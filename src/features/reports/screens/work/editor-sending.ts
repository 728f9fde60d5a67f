/** The sending loop of an editor: batches in order, merge of the responses, retries, and reloading after others. */
import { applyOps } from '#domain/reports/report-ops.ts';
import { ApiFailure } from '#web/client.ts';
import { invalidOps } from '#web/editing/invalid-ops.ts';
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
import { drop, markSent, storeBase, storeConflicts } from './editor-queue.ts';
import { markConflicts, rejectedOps, reportOpsOf } from './editor-responses.ts';
import type { EditorPorts } from './editor-types.ts';

const longestPauseMs = 30_000;
const batchSize = 400;

/** Sends the pending changes after a delay, unless they are sent or scheduled again before. */
export function schedule(model: EditorModel, delay: number): void {
  clearTimeout(model.timer);
  if (!model.isClosed) model.timer = setTimeout(() => void flush(model), delay);
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

async function sendAll(model: EditorModel): Promise<boolean> {
  while ((activeOps(model).length > 0 || model.isBehind) && !model.isClosed) {
    const batch = activeOps(model).slice(0, batchSize);
    markSent(model, batch);
    publishState(model, 'saving');
    try {
      if (model.isBehind) await reload(model);
      if (batch.length > 0)
        applyResponse(model, batch, await model.ports.save(model.base.rev, reportOpsOf(batch)));
      model.pause = 0;
    } catch (error) {
      if (!handleFailure(model, error, batch)) return false;
    }
  }
  return activeOps(model).length === 0;
}

/** Applies the server's response to a batch: what it accepted becomes the confirmed state. */
function applyResponse(
  model: EditorModel,
  batch: readonly PendingOp[],
  answer: Awaited<ReturnType<EditorPorts['save']>>,
): void {
  drop(model, batch);
  const { content } = applyOps(model.base.content, reportOpsOf(batch));
  model.base = { content, rev: answer.rev };
  const refused = rejectedOps(batch, answer.results);
  if (model.state)
    setState(model, { report: { ...model.state.report, status: answer.status, rev: answer.rev } });
  showRefused(model, refused);
  storeBase(model);
  model.isBehind ||= answer.behind;
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
  model.isBehind = false;
  setState(model, { report, content: contentWithPending(model) });
  storeBase(model);
}

/** Decides what a failed batch means. Returns true if sending can continue immediately. */
function handleFailure(model: EditorModel, error: unknown, batch: readonly PendingOp[]): boolean {
  if (!(error instanceof ApiFailure) || isRetryable(error)) {
    model.pause = Math.min(longestPauseMs, Math.max(2000, model.pause * 2));
    publishState(model, 'device');
    schedule(model, model.pause);
    return false;
  }
  const marked = markConflicts(model.queue, error);
  if (marked) {
    storeConflicts(model, marked);
    model.isBehind = true;
    publishState(model, 'saving');
    return true;
  }
  // Refused by the server: set aside the invalid changes, so that they do not block the rest.
  const wrong = invalidOps(batch, error);
  drop(model, wrong);
  showRefused(
    model,
    reportOpsOf(wrong).map((op) => ({ op, reason: error.message })),
  );
  setState(model, { content: contentWithPending(model) });
  return wrong.length > 0;
}
