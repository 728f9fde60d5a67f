import { sql } from 'kysely';
import { type WithoutTemplate, withoutTemplate } from '#domain/reports/detached.ts';
import { createPublicLink } from '#features/links/public-links.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { detachReports } from '../detaching/detach-reports.ts';

/**
 * Ensures that an appointment has one report per template. A report whose template was removed is deleted if nothing was
 * written in it, and otherwise detached (beyond R-2); both come back with the template. Returns whether the set of reports
 * has changed.
 */
export async function syncReports(ctx: WriteCtx, appointmentId: string): Promise<boolean> {
  const wanted = await wantedTemplates(ctx, appointmentId);
  const present = await knownReports(ctx, appointmentId);
  const isWanted = (templateId: string | null) => wanted.some((template) => template.id === templateId);
  const isHere = (row: KnownReport) => row.deleted_at === null && row.detached_at === null;
  // At most one for each template, and none where a report took its place.
  const back = wanted.flatMap((template) => {
    const [first] = present.filter((row) => row.template_id === template.id);
    return first && !isHere(first) ? [first] : [];
  });
  const left = present.filter((row) => isHere(row) && !isWanted(row.template_id));
  const fate = (what: WithoutTemplate) => ids(left.filter((row) => withoutTemplate(row) === what));
  const returned = await bringBack(ctx, ids(back));
  const removed = await removeUntouched(ctx, fate('is_deleted'));
  const detached = await detachReports(ctx, fate('is_detached'));
  const missing = wanted.filter((template) => !present.some((row) => row.template_id === template.id));
  for (const template of missing) await createReport(ctx, appointmentId, template);
  return returned + removed + detached + missing.length > 0;
}

type KnownReport = Awaited<ReturnType<typeof knownReports>>[number];

/** Without those that are being deleted for good. */
function knownReports(ctx: WriteCtx, appointmentId: string) {
  return (
    mine(ctx, 'reports')
      .where('appointment_id', '=', appointmentId)
      // A re-inspection has no template.
      .where('reinspects_report_id', 'is', null)
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('detached_at', 'is', null)]))
      // Those that are shown first, then those with entries.
      .orderBy(sql`deleted_at is not null`)
      .orderBy(sql`detached_at is not null`)
      .orderBy('content_rev', 'desc')
      .select([
        'id',
        'template_id',
        'content_rev',
        'published_rev',
        'first_published_at',
        'attached_by_hand',
        'deleted_at',
        'detached_at',
      ])
      .execute()
  );
}

type Wanted = Awaited<ReturnType<typeof wantedTemplates>>[number];

function wantedTemplates(ctx: WriteCtx, appointmentId: string) {
  return mine(ctx, 'appointment_templates')
    .innerJoin('templates', (on) =>
      on
        .onRef('templates.subscriber_id', '=', 'appointment_templates.subscriber_id')
        .onRef('templates.id', '=', 'appointment_templates.template_id'),
    )
    .where('appointment_templates.appointment_id', '=', appointmentId)
    .orderBy('appointment_templates.position')
    .select([
      'templates.id',
      'templates.name',
      'templates.report_title',
      'templates.version',
      'templates.ratings',
      'appointment_templates.position',
    ])
    .execute();
}

async function createReport(ctx: WriteCtx, appointmentId: string, template: Wanted): Promise<void> {
  const id = newId();
  const publicId = newPublicId();
  await insertMine(ctx, 'reports', {
    id,
    public_id: publicId,
    appointment_id: appointmentId,
    template_id: template.id,
    template_version: template.version,
    name: template.report_title.trim() || template.name,
    status: 'not_started',
    position: template.position,
    ratings: JSON.stringify(template.ratings),
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  await createPublicLink(ctx, { token: publicId, kind: 'report', targetId: id });
  await ctx.emit({ type: 'report.created', report_id: id, appointment_id: appointmentId });
}

async function bringBack(ctx: WriteCtx, reportIds: string[]): Promise<number> {
  if (reportIds.length === 0) return 0;
  const done = await updateMine(ctx, 'reports')
    .set({ deleted_at: null, detached_at: null, detached_by: null, updated_at: ctx.now })
    .where('id', 'in', reportIds)
    .returning('id')
    .execute();
  return done.length;
}

/** A report in which writing has started since it was checked stays, until the next change of the templates. */
async function removeUntouched(ctx: WriteCtx, reportIds: string[]): Promise<number> {
  if (reportIds.length === 0) return 0;
  const done = await updateMine(ctx, 'reports')
    .set({ deleted_at: ctx.now, updated_at: ctx.now })
    .where('id', 'in', reportIds)
    .where('content_rev', '=', 0)
    .where('first_published_at', 'is', null)
    .returning('id')
    .execute();
  return done.length;
}

function ids(rows: { id: string }[]): string[] {
  return rows.map((row) => row.id);
}
