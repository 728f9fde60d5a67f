import { addressLines } from '#domain/base/addresses.ts';
import { getCompany } from '#features/company/get-company.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { langOf } from '#server/translate.ts';
import * as store from '../store.ts';

/** Mails the company's administrators that a report needs approval, except the person who submitted it. */
export async function notifyReportApprovers(
  ctx: WriteCtx,
  report: Pick<store.ReportRecord, 'id' | 'name' | 'appointment_id'>,
): Promise<void> {
  const appointment = await store.appointment(ctx, report.appointment_id);
  if (!appointment) return;
  const company = await getCompany(ctx);
  const { userId } = ctx.requireUser();
  const team = await mine(ctx, 'users')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('full_company_admin', '=', true), eb('role', '=', 'Administrator'), eb('id', '=', userId)]),
    )
    .select(['id', 'first_name', 'last_name', 'email', 'language'])
    .execute();
  const author = team.find((one) => one.id === userId);
  for (const admin of team) {
    if (admin.id === userId) continue;
    await queueMessage(ctx, {
      // A report can be returned and submitted again: each time is a separate message.
      key: `report_submitted_for_approval.${report.id}.${Date.parse(ctx.now)}.${admin.id}`,
      template: 'report_submitted_for_approval',
      lang: langOf(admin.language),
      to: admin.email,
      from_name: company.company_name,
      facts: {
        first_name: admin.first_name,
        author: [author?.first_name, author?.last_name].filter(Boolean).join(' '),
        report: report.name,
        address: addressLines(appointment).join(', '),
      },
      link: `${ctx.installation.publicUrl}/edit-report/${report.id}`,
      appointment_id: appointment.id,
      person_id: admin.id,
    });
  }
}
