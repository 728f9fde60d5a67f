import { asInstant, localDate, startOfDay } from '#domain/base/time.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { listenAfterCommit, listenInTransaction } from '#server/events.ts';
import { stampReports } from './editing/stamp-reports.job.ts';
import { syncReports } from './editing/sync-reports.ts';
import { buildPdf } from './pdf/build-pdf.job.ts';
import { syncAppointmentPublished } from './publishing/publish-report.ts';
import * as store from './store.ts';

export const listeners = [
  listenInTransaction('appointment.created', async (ctx, event) => {
    await syncReports(ctx, event.appointment_id);
    await stampAtMidnight(ctx, event.appointment_id);
  }),
  listenInTransaction('appointment.services_changed', (ctx, event) =>
    syncReportsAndStatus(ctx, event.appointment_id),
  ),
  listenInTransaction('appointment.changed', async (ctx, event) => {
    if (event.fields.includes('templates')) await syncReportsAndStatus(ctx, event.appointment_id);
  }),
  listenInTransaction('appointment.rescheduled', (ctx, event) => stampAtMidnight(ctx, event.appointment_id)),
  listenAfterCommit('report.published', 'reports/build-pdf', (ctx, event) =>
    ctx.tx((w) => w.enqueue(buildPdf, { report_id: event.report_id }, { key: event.report_id })),
  ),
];

/** Updates the reports to the templates, and then whether everything is published. */
async function syncReportsAndStatus(ctx: WriteCtx, appointmentId: string): Promise<void> {
  if (await syncReports(ctx, appointmentId)) await syncAppointmentPublished(ctx, appointmentId);
}

/** Reports use the template as of 00:00 of the appointment's day, in the company's time zone. */
async function stampAtMidnight(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const appointment = await store.appointment(ctx, appointmentId);
  if (!appointment) return;
  const { timezone } = await getCompany(ctx);
  const day = localDate(asInstant(appointment.date_time), timezone);
  await ctx.enqueue(
    stampReports,
    { appointment_id: appointmentId },
    { key: appointmentId, runAt: startOfDay(day, timezone) },
  );
}
