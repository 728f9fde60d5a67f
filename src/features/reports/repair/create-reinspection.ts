import { sql } from 'kysely';
import {
  type CopiedMedia,
  outcomeRatings,
  reinspectionContent,
} from '#domain/reports/repair/repair-reinspection.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { createPublicLink } from '#features/links/public-links.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { badInput } from '#wire/errors.ts';
import { registerCommentLink } from '../editing/register-comment-link.ts';
import { saveContent } from '../editing/save-content.ts';
import type { Snapshot } from '../snapshots-store.ts';
import * as store from '../store.ts';
import { findRepairList, snapshotAt } from './repair-store.ts';

/**
 * Creates the report of a new appointment that inspects defects of an earlier report again; other appointments have
 * none. It contains one item for each defect, with the text, the photos and the videos of the published version. Throws
 * BAD_USER_INPUT if a defect is not in that version.
 */
export async function createReinspection(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const wanted = await mine(ctx, 'reinspections')
    .where('appointment_id', '=', appointmentId)
    .selectAll()
    .executeTakeFirst();
  if (!wanted) return;
  const source = await store.findReport(ctx, { id: wanted.report_id });
  const list = wanted.repair_list_id ? await findRepairList(ctx, wanted.repair_list_id) : undefined;
  const rev = list?.report_rev ?? source?.published_rev ?? null;
  const row = source && rev !== null ? await snapshotAt(ctx, source.id, rev) : undefined;
  if (!source || !row) throw badInput({ reinspection: 'The report to inspect again isn’t published' });
  const snapshot = row.content as unknown as Snapshot;
  const copy = reinspectionContent(snapshot.content, wanted.comment_ids, { newId, newPublicId });
  if (!copy) throw badInput({ reinspection: 'Some of these defects aren’t in the published report' });
  const id = await insertReport(ctx, appointmentId, { id: source.id, rev: row.rev, name: snapshot.name });
  await saveContent(ctx, id, { ratings: [], sections: [] }, withoutMedia(copy.content), 0);
  await copyMedia(ctx, id, copy.copied);
  await ctx.emit({ type: 'report.created', report_id: id, appointment_id: appointmentId });
  await ctx.emit({
    type: 'appointment.reinspection_booked',
    appointment_id: wanted.of_appointment_id,
    reinspection_id: appointmentId,
    name: snapshot.name,
  });
}

/** The report has its content from the start, so no template is stamped on it. */
async function insertReport(
  ctx: WriteCtx,
  appointmentId: string,
  earlier: { id: string; rev: number; name: string },
): Promise<string> {
  const id = newId();
  const public_id = newPublicId();
  await insertMine(ctx, 'reports', {
    id,
    public_id,
    appointment_id: appointmentId,
    template_version: 0,
    name: `Re-inspection: ${earlier.name}`,
    status: 'not_started',
    position: 0,
    ratings: JSON.stringify(outcomeRatings),
    is_stamped: true,
    reinspects_report_id: earlier.id,
    reinspects_rev: earlier.rev,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  await createPublicLink(ctx, { token: public_id, kind: 'report', targetId: id });
  return id;
}

function withoutMedia(content: ReportContent): ReportContent {
  const sections = content.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => ({ ...item, media: [] })),
  }));
  return { ...content, sections };
}

/** The copies share the files of the earlier photos and videos, which a published version keeps forever. */
async function copyMedia(ctx: WriteCtx, reportId: string, copied: readonly CopiedMedia[]): Promise<void> {
  if (copied.length === 0) return;
  const copies = copied.map(({ from, to }) => ({
    from: from.id,
    set: {
      id: to.id,
      public_id: to.public_id,
      report_id: reportId,
      item_id: to.item_id,
      comment_id: to.comment_id,
      caption: from.caption,
      annotations: from.annotations,
      // As published: a crop that the draft no longer has still hides what it hid.
      edit: from.edit ?? null,
      location: from.location ?? '',
      position: to.position,
      is_before: true,
      created_at: ctx.now,
      deleted_at: null,
    },
  }));
  await sql`
    insert into report_media
    select copy.* from report_media m
      join jsonb_array_elements(${JSON.stringify(copies)}::jsonb) as o on (o ->> 'from')::uuid = m.id
      cross join lateral jsonb_populate_record(m, o -> 'set') as copy
    where m.subscriber_id = ${ctx.subscriberId}::uuid`.execute(ctx.db);
  const filmed = copied.flatMap(({ to }) => (to.kind === 'video' && to.comment_id ? [to.comment_id] : []));
  for (const commentId of new Set(filmed)) await registerCommentLink(ctx, reportId, commentId);
}
