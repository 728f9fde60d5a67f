import { allows } from '#domain/people/permissions.ts';
import { withoutTemplate } from '#domain/reports/detached.ts';
import { reportProgress } from '#domain/reports/reports.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerOutput } from '#wire/route.ts';
import { memberNames } from '../approval.ts';
import type * as contract from '../contract.ts';
import { pdfStateOf } from '../pdf-state.ts';
import type * as reading from '../reading-contract.ts';
import { subjectOf } from '../report-rights.ts';
import * as store from '../store.ts';

/** The reports of an appointment with their progress. */
export async function listReports(
  ctx: ReadCtx,
  input: { id: string },
): Promise<HandlerOutput<typeof contract.listReports>> {
  const appointment = await store.appointment(ctx, input.id);
  if (!appointment) throw notFound();
  const reports = await store.listByAppointment(ctx, appointment.id);
  const subject = await subjectOf(ctx, appointment.id);
  const nameOf = await memberNames(
    ctx,
    reports.map((report) => report.submitted_by),
  );
  const contentOf = await store.contents(ctx, reports);
  const rows = reports.map((report) => {
    const progress = reportProgress(contentOf(report));
    return {
      id: report.id,
      public_id: report.public_id,
      name: report.name,
      status: report.status as 'not_started',
      rev: report.content_rev,
      published_rev: report.published_rev,
      published_at: report.published_at,
      ...pdfStateOf(report, ctx.now),
      rated: progress.rated,
      rateable: progress.rateable,
      deficiencies: progress.deficiencies,
      photos: progress.photos,
      submitted_by: report.status === 'pending_approval' ? nameOf(report.submitted_by) : null,
      submitted_at: report.status === 'pending_approval' ? report.submitted_at : null,
      template_id: report.template_id,
      without_template: withoutTemplate(report),
    };
  });
  return { reports: rows, can_edit: allows(ctx.requireUser(), 'edit_report', subject) };
}

/** The views of a report, newest first. */
export async function listViews(
  ctx: ReadCtx,
  input: { id: string },
): Promise<HandlerOutput<typeof reading.listViews>> {
  const report = await store.findReport(ctx, { id: input.id });
  const appointment = report && (await store.appointment(ctx, report.appointment_id));
  if (!report || !appointment) throw notFound();
  const rows = await mine(ctx, 'report_views')
    .leftJoin('contacts', (on) =>
      on
        .onRef('contacts.subscriber_id', '=', 'report_views.subscriber_id')
        .onRef('contacts.id', '=', 'report_views.person_id'),
    )
    .where('report_id', '=', report.id)
    .orderBy('at', 'desc')
    .limit(500)
    .select([
      'report_views.id',
      'report_views.role',
      'report_views.at',
      'report_views.seconds',
      'report_views.user_agent',
      'contacts.first_name',
      'contacts.last_name',
    ])
    .execute();
  const { id, name, public_id, status } = report;
  const { order_id, address, city } = appointment;
  return {
    report: { id, name, public_id, status: status as 'published' },
    appointment: { id: appointment.id, order_id, address, city },
    views: rows.map(({ first_name, last_name, ...row }) => ({
      ...row,
      name:
        first_name === null && last_name === null ? null : `${first_name ?? ''} ${last_name ?? ''}`.trim(),
    })),
  };
}
