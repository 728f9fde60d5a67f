import { fullName } from '#domain/base/names.ts';
import { asInstant, localDate, startOfDay } from '#domain/base/time.ts';
import { getCompany } from '#features/company/get-company.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { listenAfterCommit, listenInTransaction } from '#server/events.ts';
import { syncReports } from './editing/sync-reports.ts';
import { queuePdf } from './pdf/queue-pdf.ts';
import { syncAppointmentPublished } from './publishing/publish-report.ts';
import { createReinspection } from './repair/create-reinspection.ts';
import * as store from './store.ts';

export const listeners = [
  listenInTransaction('appointment.created', async (ctx, event) => {
    await syncReports(ctx, event.appointment_id);
    await createReinspection(ctx, event.appointment_id);
    await stampAtMidnight(ctx, event.appointment_id);
  }),
  listenInTransaction('appointment.services_changed', (ctx, event) =>
    syncReportsAndStatus(ctx, event.appointment_id),
  ),
  listenInTransaction('appointment.changed', async (ctx, event) => {
    if (event.fields.includes('templates')) await syncReportsAndStatus(ctx, event.appointment_id);
  }),
  listenInTransaction('appointment.rescheduled', (ctx, event) => stampAtMidnight(ctx, event.appointment_id)),
  // A request gets its time when it is confirmed.
  listenInTransaction('appointment.scheduled', (ctx, event) => stampAtMidnight(ctx, event.appointment_id)),
  listenInTransaction('report.submitted', (ctx, event) => notifyApprovers(ctx, event)),
  listenAfterCommit('report.published', 'reports/build-pdf', (ctx, event) =>
    ctx.tx((w) => queuePdf(w, event.report_id, false)),
  ),
];

/** Notifies the administrators, except the one who submitted the report. */
async function notifyApprovers(
  ctx: WriteCtx,
  { report_id, appointment_id }: { report_id: string; appointment_id: string },
): Promise<void> {
  const { userId } = ctx.requireUser();
  const { name: report } = await mine(ctx, 'reports')
    .where('id', '=', report_id)
    .select('name')
    .executeTakeFirstOrThrow();
  const author = await mine(ctx, 'users')
    .where('id', '=', userId)
    .select(['first_name', 'last_name'])
    .executeTakeFirst();
  await notify(ctx, 'report_submitted_for_approval', {
    appointment_id,
    // A report can be returned and submitted again: each time is a separate message.
    occasion: `${report_id}.${Date.parse(ctx.now)}`,
    facts: { author: author ? fullName(author) : '', report },
    path: `/edit-report/${report_id}`,
    only: ({ person_id }) => person_id !== userId,
  });
}

/** Updates the reports to the templates, and then whether everything is published. */
async function syncReportsAndStatus(ctx: WriteCtx, appointmentId: string): Promise<void> {
  if (!(await syncReports(ctx, appointmentId))) return;
  await stampAtMidnight(ctx, appointmentId);
  await syncAppointmentPublished(ctx, appointmentId);
}

/** Reports use the template as of 00:00 of the appointment's day, in the company's time zone. */
async function stampAtMidnight(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const appointment = await store.appointment(ctx, appointmentId);
  if (!appointment) return;
  const { timezone } = await getCompany(ctx);
  const day = localDate(asInstant(appointment.date_time), timezone);
  await updateMine(ctx, 'reports')
    .set({ stamp_due_at: startOfDay(day, timezone) })
    .where('appointment_id', '=', appointmentId)
    .where('is_stamped', '=', false)
    .execute();
}
