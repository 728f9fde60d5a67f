import { textFailure } from '#domain/messages/text-reasons.ts';
import { textProgress } from '#domain/messages/text-statuses.ts';
import { hashBody, inboxJob, storeEvent } from '#features/connections/inbox.ts';
import type { WriteCtx } from '#server/context.ts';
import { recordMessageEvent } from '../events/record-message-event.ts';
import { adoptProviderId, deliveryStateOf } from '../outbox/text-store.ts';
import { refundTextCredits } from '../texting/text-credits.ts';

/** What the provider reports about one of our texts. */
export interface ReportedStatus {
  messageId: string;
  providerId: string;
  status: string;
  errorCode: string | null;
}

type Data = { message_id: string; provider_id: string; status: string; error_code: string | null };

/** Stores a report of the provider once; it is applied by a job. */
export async function receiveTextStatus(w: WriteCtx, report: ReportedStatus): Promise<void> {
  const { messageId: message_id, providerId: provider_id, status, errorCode: error_code } = report;
  const data: Data = { message_id, provider_id, status, error_code };
  const event = { source: 'texts', type: status, isVerified: true, data };
  const eventId = [message_id, provider_id, status, error_code ?? ''].join('.');
  const bodyHash = hashBody(Buffer.from(JSON.stringify(data)));
  await storeEvent(w, { ...event, eventId }, { bodyHash, job: processTextStatus, hasOwnIds: false });
}

/** Applies reports in any order: each joins the timeline, and none lowers the status (trap M9). */
export const processTextStatus = inboxJob<Data>('messages/read-text-status', {
  apply: (ctx, { data }) => ctx.tx((w) => applyStatus(w, data)),
});

async function applyStatus(w: WriteCtx, data: Data): Promise<'applied' | 'of no matter'> {
  const { message_id, provider_id, status, error_code } = data;
  const progress = textProgress(status);
  if (!progress || !(await adoptProviderId(w, message_id, provider_id))) return 'of no matter';
  const before = await deliveryStateOf(w, message_id);
  const reason = progress === 'failed' ? failureReason(before.error, error_code) : undefined;
  await recordMessageEvent(w, {
    ...{ message_id, kind: progress },
    detail: {
      provider_status: status,
      ...(error_code ? { code: error_code } : {}),
      ...(reason ? { reason } : {}),
    },
  });
  const after = await deliveryStateOf(w, message_id);
  if (after.status === 'failed' && before.status !== 'failed') {
    await refundTextCredits(w, message_id);
    const { appointment_id, error } = after;
    await w.emit({ type: 'message.failed', message_id, appointment_id, reason: error ?? '' });
  }
  return 'applied';
}

/** A report without a code says nothing that replaces a reason. */
function failureReason(known: string | null, code: string | null): string | undefined {
  return code || !known ? textFailure(code) : undefined;
}
