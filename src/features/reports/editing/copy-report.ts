import {
  type CopyExtent,
  copiedPhotos,
  copyOfContent,
  newIdsFor,
  proposedCopy,
} from '#domain/reports/operations/copy-ops.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { lockAppointment } from '#features/appointments/lock-appointment.ts';
import { createPublicLink } from '#features/links/public-links.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../copy-contract.ts';
import { syncAppointmentPublished } from '../publishing/publish-report.ts';
import { assertCanEditReport } from '../report-rights.ts';
import { stampReport } from '../stamp-report.ts';
import * as store from '../store.ts';
import { applyReportOps } from './apply-report-ops.ts';
import { saveContent } from './save-content.ts';

/** Copies a section of a report, as the editor's operation would. */
export async function duplicateSection(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.duplicateSection>,
): Promise<HandlerOutput<typeof contract.duplicateSection>> {
  const { id, sectionId, extent = 'answers' } = input;
  const report = await stampReport(ctx, id);
  const content = await store.content(ctx, report);
  const section = content.sections.find((one) => one.id === sectionId);
  if (!section) throw notFound();
  const proposed = proposedCopy(section, content.sections);
  const ids = newIdsFor([section], newId);
  const copy = { section_id: sectionId, extent, ids, ...proposed, name: input.name ?? proposed.name };
  const op = { op_id: newId(), type: 'copy_section' as const, ...copy };
  const { rev, results } = await applyReportOps(ctx, { id, rev: null, ops: [op] });
  const refused = results[0]?.refused;
  if (refused) throw new AppError('CONFLICT', refused);
  return { section_id: ids[sectionId] ?? '', rev };
}

/** Copies a report to another appointment. Throws CONFLICT if its report of this template has content already. */
export async function copyReport(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.copyReport>,
): Promise<HandlerOutput<typeof contract.copyReport>> {
  const { id, appointmentId, extent = 'answers' } = input;
  const target = await store.appointment(ctx, appointmentId);
  const source = await stampReport(ctx, id);
  if (!target) throw notFound();
  await assertCanEditReport(ctx, target.id);
  // Two copies at once to an appointment without reports would not see each other.
  await lockAppointment(ctx, target.id);
  if (target.status === 'canceled') throw new AppError('CONFLICT', 'The appointment has been canceled');
  const present = await mine(ctx, 'reports')
    .where('appointment_id', '=', target.id)
    .selectAll()
    .orderBy('position')
    .forUpdate()
    .execute();
  const copy = present.find((row) => row.copied_from === id && row.deleted_at === null);
  if (copy) return { report_id: copy.id };
  const same = present.find(
    (row) => row.deleted_at === null && row.template_id !== null && row.template_id === source.template_id,
  );
  if (same && (same.content_rev > 0 || same.first_published_at !== null))
    throw new AppError('CONFLICT', 'This appointment already has a report from the same template');
  const reportId = same?.id ?? (await createCopy(ctx, source, target.id, present.length));
  const old = same ? await store.content(ctx, same) : { ratings: [], sections: [] };
  await fill(ctx, { source, reportId, old }, extent);
  await syncAppointmentPublished(ctx, target.id);
  return { report_id: reportId };
}

async function createCopy(
  ctx: WriteCtx,
  source: store.ReportRecord,
  appointmentId: string,
  position: number,
): Promise<string> {
  const id = newId();
  const public_id = newPublicId();
  await insertMine(ctx, 'reports', {
    id,
    public_id,
    appointment_id: appointmentId,
    template_id: source.template_id,
    template_version: source.template_version,
    name: source.name,
    status: 'in_progress',
    position,
    ratings: JSON.stringify(source.ratings),
    // The appointment does not have its template: without this its next change would detach the copy.
    attached_by_hand: true,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  await createPublicLink(ctx, { token: public_id, kind: 'report', targetId: id });
  await ctx.emit({ type: 'report.created', report_id: id, appointment_id: appointmentId });
  return id;
}

async function fill(
  ctx: WriteCtx,
  to: { source: store.ReportRecord; reportId: string; old: ReportContent },
  extent: CopyExtent,
): Promise<void> {
  const { source, reportId, old } = to;
  const content = await store.content(ctx, source);
  const ids = newIdsFor(content.sections, newId);
  const next = copyOfContent(content, { ids, extent });
  await saveContent(ctx, reportId, old, next, 1, copiedPhotos(content, next, ids));
  const { name, template_version, ratings, header_text, disclaimer } = source;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await updateMine(ctx, 'reports')
    .set({
      ...{ name, template_version, status: 'in_progress', is_stamped: true, content_rev: 1 },
      ...{ ratings: JSON.stringify(ratings), header_text: json(header_text), disclaimer: json(disclaimer) },
      ...{ copied_from: source.id, updated_at: ctx.now },
    })
    .where('id', '=', reportId)
    .execute();
}
