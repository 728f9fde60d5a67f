import type { ViewerRole } from '#domain/events.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId, newPublicId } from '#server/ids.ts';

/** Whose link it is: somebody of the appointment, or an address a report was shared with. */
export interface LinkOwner {
  person_id: string | null;
  role: ViewerRole;
}

/** The address of a report for one person, whose views are counted as theirs. The same person keeps the same link. */
export async function viewLinkFor(ctx: WriteCtx, reportId: string, owner: LinkOwner): Promise<string> {
  const known = owner.person_id ? await linkOfPerson(ctx, reportId, owner.person_id) : undefined;
  const viewId = known ?? (await makeLink(ctx, reportId, owner));
  return `${ctx.installation.publicUrl}/report-views/${viewId}`;
}

async function linkOfPerson(ctx: WriteCtx, reportId: string, personId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('report_view_links')
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('report_id', '=', reportId)
    .where('person_id', '=', personId)
    .select('view_id')
    .executeTakeFirst();
  return row?.view_id;
}

async function makeLink(ctx: WriteCtx, reportId: string, owner: LinkOwner): Promise<string> {
  const id = newId();
  const view_id = newPublicId();
  const tenant = { subscriber_id: ctx.subscriberId, created_at: ctx.now };
  await ctx.db
    .insertInto('report_view_links')
    .values({ ...tenant, ...owner, id, view_id, report_id: reportId })
    .execute();
  await ctx.db
    .insertInto('public_links')
    .values({ ...tenant, token: view_id, kind: 'report-view', target_id: id })
    .execute();
  return view_id;
}
