import type { ViewerRole } from '#domain/events/events.ts';
import type { SummaryMode } from '#domain/settings/reports.ts';
import { createPublicLink } from '#features/links/public-links.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';

/** The owner of a link: a person on the appointment, or an address a report was shared with. */
export interface LinkOwner {
  person_id: string | null;
  role: ViewerRole;
}

/** What the summary lists for readers who are sent nothing else. */
export type SentSummary = Exclude<SummaryMode, 'off'>;

/**
 * Returns one person's link to a report, which counts their views. It stays the same until it is revoked. With `summary`,
 * it is another link, which opens nothing but this summary.
 */
export async function viewLinkFor(
  ctx: WriteCtx,
  reportId: string,
  owner: LinkOwner,
  summary: SentSummary | null = null,
): Promise<string> {
  const known = await linkOfPerson(ctx, reportId, owner, summary);
  const viewId = known ?? (await makeLink(ctx, reportId, owner, summary));
  return `${ctx.installation.publicUrl}/report-views/${viewId}`;
}

async function linkOfPerson(
  ctx: WriteCtx,
  reportId: string,
  { person_id, role }: LinkOwner,
  summary: SentSummary | null,
): Promise<string | undefined> {
  if (person_id === null) return undefined;
  const link = await mine(ctx, 'report_view_links')
    .where('report_id', '=', reportId)
    .where('person_id', '=', person_id)
    .where('summary', 'is not distinct from', summary)
    .orderBy('created_at', 'desc')
    .select(['view_id', 'created_at'])
    .executeTakeFirst();
  const revoked = link && (await revokedAt(ctx, reportId, person_id, role));
  return revoked && revoked >= link.created_at ? undefined : link?.view_id;
}

async function revokedAt(ctx: WriteCtx, reportId: string, personId: string, role: ViewerRole) {
  const row = await mine(ctx, 'appointment_people')
    .innerJoin('reports', (on) =>
      on
        .onRef('reports.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('reports.appointment_id', '=', 'appointment_people.appointment_id'),
    )
    .where('reports.id', '=', reportId)
    .where('person_id', '=', personId)
    .where('role', '=', role)
    .select('link_revoked_at')
    .executeTakeFirst();
  return row?.link_revoked_at ?? null;
}

async function makeLink(
  ctx: WriteCtx,
  reportId: string,
  owner: LinkOwner,
  summary: SentSummary | null,
): Promise<string> {
  const id = newId();
  const view_id = newPublicId();
  await insertMine(ctx, 'report_view_links', {
    ...owner,
    id,
    view_id,
    report_id: reportId,
    summary,
    created_at: ctx.now,
  }).execute();
  await createPublicLink(ctx, { token: view_id, kind: 'report-view', targetId: id });
  return view_id;
}
