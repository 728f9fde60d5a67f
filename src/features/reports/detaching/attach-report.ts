import { allows } from '#domain/people/permissions.ts';
import { deletedForGoodAt } from '#domain/reports/detached.ts';
import { reportProgress } from '#domain/reports/reports.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../detaching-contract.ts';
import { syncAppointmentPublished } from '../publishing/publish-report.ts';
import { assertCanEditReport, subjectOf } from '../report-rights.ts';
import * as store from '../store.ts';
import { deleteDetachedReport } from './delete-detached-report.job.ts';

/** The detached reports of an appointment with their progress. */
export async function listDetached(
  ctx: ReadCtx,
  input: { id: string },
): Promise<HandlerOutput<typeof contract.listDetached>> {
  const appointment = await store.appointment(ctx, input.id);
  if (!appointment) throw notFound();
  const subject = await subjectOf(ctx, appointment.id);
  const detached = await detachedRows(ctx, appointment.id);
  const contentOf = await store.contents(ctx, detached);
  const reports = detached.map((report) => {
    const { rated, rateable, deficiencies, photos } = reportProgress(contentOf(report));
    return {
      id: report.id,
      name: report.name,
      detached_at: report.detached_at ?? ctx.now,
      detached_by: [report.first_name, report.last_name].filter(Boolean).join(' ') || null,
      deleted_at: deletedForGoodAt(report),
      ...{ rated, rateable, deficiencies, photos },
    };
  });
  return { reports, can_edit: allows(ctx.requireUser(), 'edit_report', subject) };
}

function detachedRows(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'reports')
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'reports.subscriber_id')
        .onRef('users.id', '=', 'reports.detached_by'),
    )
    .where('reports.appointment_id', '=', appointmentId)
    .where('reports.deleted_at', 'is', null)
    .where('reports.detached_at', 'is not', null)
    .orderBy('reports.detached_at', 'desc')
    .limit(50)
    .select([
      'reports.id',
      'reports.name',
      'reports.ratings',
      'reports.detached_at',
      'reports.first_published_at',
      'users.first_name',
      'users.last_name',
    ])
    .execute();
}

/** Restores a detached report to its appointment or another one. Doing so twice is not an error. */
export async function attachReport(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.attachReport>,
): Promise<HandlerOutput<typeof contract.attachReport>> {
  const report = await store.lockReport(ctx, input.id);
  if (!report) throw notFound();
  await assertCanEditReport(ctx, report.appointment_id);
  const target = input.appointment_id ?? report.appointment_id;
  if (report.detached_at === null) {
    if (report.appointment_id === target) return { appointment_id: target };
    throw new AppError('CONFLICT', 'This report is not detached');
  }
  if (target !== report.appointment_id) await checkTarget(ctx, report, target);
  await updateMine(ctx, 'reports')
    .set({
      appointment_id: target,
      detached_at: null,
      detached_by: null,
      attached_by_hand: true,
      position: await lastPosition(ctx, target),
      updated_at: ctx.now,
    })
    .where('id', '=', report.id)
    .execute();
  await syncAppointmentPublished(ctx, target);
  await ctx.audit({
    action: 'attach',
    entity: 'report',
    entity_id: report.id,
    before: { appointment_id: report.appointment_id },
    after: { appointment_id: target },
  });
  return { appointment_id: target };
}

/** The other appointment exists, the user may write there, and the report takes the place of an untouched one. */
async function checkTarget(ctx: WriteCtx, report: store.ReportRecord, target: string): Promise<void> {
  const appointment = await store.appointment(ctx, target);
  if (!appointment) throw badInput({ appointment_id: 'This appointment does not exist' });
  if (appointment.status === 'canceled') throw new AppError('CONFLICT', 'The appointment has been canceled');
  await assertCanEditReport(ctx, target);
  if (report.first_published_at !== null)
    throw new AppError('CONFLICT', 'Clients of this appointment have received this report, so it stays here');
  if (report.template_id === null) return;
  const other = await mine(ctx, 'reports')
    .where('appointment_id', '=', target)
    .where('template_id', '=', report.template_id)
    .where('deleted_at', 'is', null)
    .select(['id', 'content_rev', 'first_published_at'])
    .forUpdate()
    .executeTakeFirst();
  if (!other) return;
  if (other.content_rev > 0 || other.first_published_at !== null)
    throw new AppError('CONFLICT', 'That appointment already has a report from the same template');
  await updateMine(ctx, 'reports').set({ deleted_at: ctx.now }).where('id', '=', other.id).execute();
}

async function lastPosition(ctx: WriteCtx, appointmentId: string): Promise<number> {
  const all = await store.listByAppointment(ctx, appointmentId);
  return (all.at(-1)?.position ?? -1) + 1;
}

/** Deletes a detached report for good, in the background. */
export async function deleteDetached(ctx: WriteCtx, input: { id: string }): Promise<null> {
  const report = await store.lockReport(ctx, input.id);
  if (!report) throw notFound();
  await assertCanEditReport(ctx, report.appointment_id);
  if (report.detached_at === null) throw new AppError('CONFLICT', 'This report is not detached');
  if (report.first_published_at !== null)
    throw new AppError('CONFLICT', 'A version of this report was published, so it is never deleted');
  await updateMine(ctx, 'reports').set({ deleted_at: ctx.now }).where('id', '=', report.id).execute();
  await ctx.enqueue(deleteDetachedReport, { report_id: report.id }, { key: `deleted:${report.id}` });
  await ctx.audit({
    action: 'delete',
    entity: 'report',
    entity_id: report.id,
    before: { name: report.name },
  });
  return null;
}
