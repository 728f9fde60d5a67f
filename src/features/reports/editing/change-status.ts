import { type ReportAction, reportTransition } from '#domain/reports/reports.ts';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import { deletePdfs, syncAppointmentPublished } from '../publishing/publish-report.ts';
import { assertCanEditReport, refuseDetached } from '../report-rights.ts';
import * as store from '../store.ts';

type Status = 'not_started' | 'in_progress' | 'pending_approval' | 'published';

/** Unpublishes a report for further work: the public page is locked, the published states stay in the history. */
export async function unpublishReport(ctx: WriteCtx, input: { id: string }): Promise<{ status: Status }> {
  const { report, status } = await step(ctx, input.id, 'unpublish');
  await write(ctx, report.id, {
    status,
    published_rev: null,
    published_at: null,
    pdf_status: 'none',
    ...(await deletePdfs(ctx, report)),
  });
  await updateMine(ctx, 'report_snapshots')
    .set({ withdrawn_at: ctx.now })
    .where('report_id', '=', report.id)
    .where('withdrawn_at', 'is', null)
    .execute();
  await ctx.audit({ action: 'unpublish', entity: 'report', entity_id: report.id });
  await syncAppointmentPublished(ctx, report.appointment_id);
  await ctx.emit({ type: 'report.unpublished', report_id: report.id, appointment_id: report.appointment_id });
  return { status };
}

/** Submits a report to those who may publish, who are notified by mail. Submitting twice is not an error. */
export async function submitReport(ctx: WriteCtx, input: { id: string }): Promise<{ status: Status }> {
  const { report, status } = await step(ctx, input.id, 'submit', {
    already: 'pending_approval',
    may: (appointmentId) => assertCanEditReport(ctx, appointmentId),
  });
  if (report.status === status) return { status };
  await write(ctx, report.id, {
    status,
    submitted_at: ctx.now,
    submitted_by: ctx.actor?.userId ?? null,
    returned_at: null,
    returned_by: null,
    return_note: '',
  });
  await ctx.emit({ type: 'report.submitted', report_id: report.id, appointment_id: report.appointment_id });
  return { status };
}

/** Returns a submitted report to its author, with a note about what is missing. */
export async function returnReport(
  ctx: WriteCtx,
  input: { id: string; note: string },
): Promise<{ status: Status }> {
  const { report, status } = await step(ctx, input.id, 'return');
  await write(ctx, report.id, {
    status,
    submitted_at: null,
    returned_at: ctx.now,
    returned_by: ctx.actor?.userId ?? null,
    return_note: input.note,
  });
  const of = { report_id: report.id, appointment_id: report.appointment_id };
  await ctx.emit({ type: 'report.returned', ...of, note: input.note });
  return { status };
}

interface StepRules {
  /** The status in which the step has already been done: repeating it is not an error. */
  already?: Status;
  /** Checked before anything about the report's state is revealed. */
  may?: (appointmentId: string) => Promise<void>;
}

async function step(ctx: WriteCtx, id: string, action: ReportAction, rules: StepRules = {}) {
  const report = await store.lockReport(ctx, id);
  if (!report) throw notFound();
  await rules.may?.(report.appointment_id);
  refuseDetached(report);
  const current = report.status as Status;
  const status = current === rules.already ? current : reportTransition(current, action);
  if (!status) throw new AppError('CONFLICT', messages[action], { current: { status: current } });
  return { report, status };
}

const messages: Record<ReportAction, string> = {
  edit: 'This report can’t be edited right now',
  submit: 'Only a report in progress can be submitted for approval',
  return: 'Only a submitted report can be returned',
  publish: 'This report can’t be published right now',
  unpublish: 'Only a published report can be unpublished',
};

async function write(ctx: WriteCtx, id: string, changes: Partial<store.ReportRecord>): Promise<void> {
  await updateMine(ctx, 'reports')
    .set({ ...(changes as object), updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}
