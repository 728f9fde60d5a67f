import { addressLines } from '#domain/base/addresses.ts';
import { getCompany } from '#features/company/get-company.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { WriteCtx } from '#server/context.ts';
import { langOf } from '#server/translate.ts';
import { viewLinkFor } from '../access/view-links.ts';
import type * as store from '../store.ts';

/** Mails each recipient their own link to the published report and returns how many. Each state is announced once. */
export async function notifyReportRecipients(
  ctx: WriteCtx,
  report: Pick<store.ReportRecord, 'id' | 'name'> & { rev: number },
  appointment: store.AppointmentFacts,
  readers: readonly store.ReportRecipient[],
  message: string,
): Promise<number> {
  const company = await getCompany(ctx);
  let sent = 0;
  for (const reader of readers) {
    if (reader.email === '' || reader.status === 0) continue;
    const link = await viewLinkFor(ctx, report.id, { person_id: reader.person_id, role: reader.role });
    const isNew = await queueMessage(ctx, {
      key: `report_published.${report.id}.${report.rev}.${reader.id}`,
      template: 'report_published',
      lang: langOf(reader.language),
      to: reader.email,
      cc: reader.email_cc,
      from_name: company.company_name,
      reply_to: company.settings.point_of_contact_email || company.company_email,
      facts: {
        first_name: reader.first_name,
        report: report.name,
        address: addressLines(appointment).join(', '),
        extra: message,
      },
      link,
      appointment_id: appointment.id,
      person_id: reader.person_id,
    });
    if (isNew) sent += 1;
  }
  return sent;
}
