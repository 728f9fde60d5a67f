import { createPublicLink } from '#features/links/public-links.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';

/**
 * Ensures that an appointment has one report per template. A report whose template was removed is deleted only if
 * nothing was written in it; one with entries stays (beyond R-2), and a deleted one comes back with its template.
 * Returns whether the set of reports has changed.
 */
export async function syncReports(ctx: WriteCtx, appointmentId: string): Promise<boolean> {
  const wanted = await wantedTemplates(ctx, appointmentId);
  const present = await mine(ctx, 'reports')
    .where('appointment_id', '=', appointmentId)
    // A re-inspection has no template.
    .where('reinspects_report_id', 'is', null)
    .select(['id', 'template_id', 'content_rev', 'deleted_at'])
    .execute();
  const isWanted = (templateId: string | null) => wanted.some((template) => template.id === templateId);
  const back = present.filter((row) => row.deleted_at !== null && isWanted(row.template_id));
  const gone = present.filter(
    (row) => row.deleted_at === null && row.content_rev === 0 && !isWanted(row.template_id),
  );
  const returned = await setDeleted(ctx, ids(back), null);
  const removed = await setDeleted(ctx, ids(gone), ctx.now);
  const missing = wanted.filter((template) => !present.some((row) => row.template_id === template.id));
  for (const template of missing) await createReport(ctx, appointmentId, template);
  return returned + removed + missing.length > 0;
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

/** Returns the number of changed rows. A report in which writing has started since it was checked stays. */
async function setDeleted(ctx: WriteCtx, reportIds: string[], deleted_at: string | null): Promise<number> {
  if (reportIds.length === 0) return 0;
  const done = await updateMine(ctx, 'reports')
    .set({ deleted_at, updated_at: ctx.now })
    .where('id', 'in', reportIds)
    .$if(deleted_at !== null, (update) =>
      update.where('content_rev', '=', 0).where('first_published_at', 'is', null),
    )
    .returning('id')
    .execute();
  return done.length;
}

function ids(rows: { id: string }[]): string[] {
  return rows.map((row) => row.id);
}
