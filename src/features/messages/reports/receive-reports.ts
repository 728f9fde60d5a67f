import { excerptOf } from '#domain/text/clean.ts';
import { hashBody, storeEvent } from '#features/connections/inbox.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { MailReport } from '#server/outside/mail-reports/mail-report.ts';
import { type MessageReference, readMessageToken } from '../message-tokens.ts';
import { processMailReport, type ReportData } from './process-mail-report.job.ts';

/** A verified report and the message of ours that it is about. */
export interface FoundReport {
  message: MessageReference;
  report: MailReport;
}

/** Returns the reports about messages of this installation; the rest is of another one, or of an older secret. */
export function findReported(
  { installation }: Pick<ActionCtx, 'installation'>,
  reports: readonly MailReport[],
): FoundReport[] {
  return reports.flatMap((report) => {
    const purpose = report.kind === 'unsubscribed' ? 'unsubscribe' : 'report';
    const message = readMessageToken(installation, purpose, report.reference.toLowerCase());
    return message ? [{ message, report }] : [];
  });
}

/** Stores a report about a message of this company once, and processes it soon. Returns false if it was known. */
export async function storeReport(
  w: WriteCtx,
  provider: string,
  { message, report }: FoundReport,
): Promise<boolean> {
  const known = await mine(w, 'outbound_messages')
    .where('id', '=', message.messageId)
    .select('id')
    .executeTakeFirst();
  if (!known) return false;
  const { kind, recipient, status, label, reason, at, eventId } = report;
  const data: ReportData = {
    message_id: message.messageId,
    ...{ kind, recipient: excerptOf(recipient, 320), status, label, reason: excerptOf(reason, 500), at },
  };
  const stored = await storeEvent(
    w,
    { source: `mail.${provider}`, eventId, type: kind, isVerified: true, data },
    { bodyHash: hashBody(Buffer.from(JSON.stringify(data))), job: processMailReport, hasOwnIds: false },
  );
  return stored.is === 'new';
}
