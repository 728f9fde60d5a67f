import { asInstant, localDate, startOfDay } from '#domain/base/time.ts';
import { companyOf } from '#features/company/company-of.ts';
import type { WriteCtx } from '#server/context.ts';
import { afterwards, inTransaction } from '#server/events.ts';
import { stampReports } from './editing/stamp-reports.job.ts';
import { syncReports } from './editing/sync-reports.ts';
import { buildPdf } from './pdf/build-pdf.job.ts';
import { tellAppointment } from './publishing/publish-report.ts';
import * as store from './store.ts';

export const listeners = [
  inTransaction('appointment.created', async (ctx, event) => {
    await syncReports(ctx, event.appointment_id);
    await stampAtMidnight(ctx, event.appointment_id);
  }),
  inTransaction('appointment.services_changed', (ctx, event) => bringInLine(ctx, event.appointment_id)),
  inTransaction('appointment.changed', async (ctx, event) => {
    if (event.fields.includes('templates')) await bringInLine(ctx, event.appointment_id);
  }),
  inTransaction('appointment.rescheduled', (ctx, event) => stampAtMidnight(ctx, event.appointment_id)),
  afterwards('report.published', 'reports/build-pdf', (ctx, event) =>
    ctx.tx((w) => w.enqueue(buildPdf, { report_id: event.report_id }, { key: event.report_id })),
  ),
];

/** Reports follow the templates, and whether everything is published follows the reports. */
async function bringInLine(ctx: WriteCtx, appointmentId: string): Promise<void> {
  if (await syncReports(ctx, appointmentId)) await tellAppointment(ctx, appointmentId);
}

/** The template counts as it is at 00:00 of the appointment's day, in the company's zone. */
async function stampAtMidnight(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const appointment = await store.appointment(ctx, appointmentId);
  if (!appointment) return;
  const { timezone } = await companyOf(ctx);
  const day = localDate(asInstant(appointment.date_time), timezone);
  await ctx.enqueue(
    stampReports,
    { appointment_id: appointmentId },
    { key: appointmentId, runAt: startOfDay(day, timezone) },
  );
}
