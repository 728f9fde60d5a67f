import { allows, type Subject } from '#domain/people/permissions.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';
import * as store from './store.ts';

/** What the edit right depends on: the technicians assigned to the report's appointment. */
export async function subjectOf(ctx: ReadCtx | WriteCtx, appointmentId: string): Promise<Subject> {
  const assigned = await store.technicians(ctx, appointmentId);
  return { assigned_technician_ids: assigned.map((person) => person.id) };
}

/** Throws FORBIDDEN unless the user may edit the reports of this appointment. */
export async function assertCanEditReport(ctx: WriteCtx, appointmentId: string): Promise<void> {
  ctx.requireCapability('edit_report', await subjectOf(ctx, appointmentId));
}

/** What the user may currently do with a report; the screen hides the rest. */
export function permissionsOf(
  ctx: Pick<ReadCtx, 'actor'>,
  report: Pick<store.ReportRecord, 'status' | 'detached_at'>,
  subject: Subject,
) {
  const { actor } = ctx;
  const may = (right: Parameters<typeof allows>[1]) => actor !== null && allows(actor, right, subject);
  const { status } = report;
  const isAttached = report.detached_at === null;
  return {
    can_edit: may('edit_report'),
    can_publish: isAttached && may('can_publish_report'),
    can_unpublish: status === 'published' && may('unpublish_report'),
    can_submit: isAttached && status === 'in_progress' && may('edit_report') && !may('can_publish_report'),
    can_make_sample: status === 'published' && may('edit_settings'),
    can_edit_definitions: may('can_add_new_comment'),
  };
}

/** Whether a report must be complete to be published: by the company's setting, and always for a re-inspection. */
export function needsCompletion(
  settings: { require_completion_to_publish: boolean },
  report: Pick<store.ReportRecord, 'reinspects_report_id'>,
): boolean {
  return settings.require_completion_to_publish || report.reinspects_report_id !== null;
}

/** Throws CONFLICT for a detached report: it can be written, but neither submitted nor published. */
export function refuseDetached(report: Pick<store.ReportRecord, 'detached_at'>): void {
  if (report.detached_at !== null)
    throw new AppError('CONFLICT', 'This report was detached from its appointment. Restore it first.');
}
