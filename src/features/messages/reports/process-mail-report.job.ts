import { asInstant } from '#domain/base/time.ts';
import type { BounceLabel } from '#domain/messages/bounces.ts';
import { inboxJob } from '#features/connections/inbox.ts';
import type { WriteCtx } from '#server/context.ts';
import type { MailReport } from '#server/outside/mail-reports/mail-report.ts';
import { recordBounce, recordComplaint } from '../events/record-bounce.ts';
import { recordMessageEvent } from '../events/record-message-event.ts';
import { unsubscribe } from '../suppressions/unsubscribe.ts';

/** A report as it waits in the inbox. */
export type ReportData = {
  message_id: string;
  kind: MailReport['kind'];
  recipient: string;
  status: string | null;
  label: BounceLabel;
  reason: string;
  at: string | null;
};

/** Adds a report to the timeline of its message, and does what follows from it. */
export const processMailReport = inboxJob<ReportData>('messages/process-mail-report', {
  async apply(ctx, { data }) {
    await ctx.tx((w) => apply(w, data));
    return 'applied';
  },
});

async function apply(w: WriteCtx, { kind, at, ...data }: ReportData): Promise<void> {
  const when = at === null ? {} : { at: asInstant(at) };
  if (kind === 'bounced') return recordBounce(w, { ...data, ...when });
  if (kind === 'complained') return recordComplaint(w, { ...data, ...when });
  if (kind === 'unsubscribed') return unsubscribe(w, data.message_id);
  const { message_id, recipient, reason } = data;
  await recordMessageEvent(w, {
    ...{ message_id, kind, recipient, ...when },
    detail: reason ? { reason } : {},
  });
}
