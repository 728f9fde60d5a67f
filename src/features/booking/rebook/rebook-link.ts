import { isLinkExpired } from '#domain/people/client-rights.ts';
import { allows } from '#domain/people/permissions.ts';
import { linkPeople } from '#features/agreements/link-holder.ts';
import { getAppointmentTechnicianIds } from '#features/appointments/assert-can-edit.ts';
import type { ReadCtx } from '#server/context.ts';
import { personalUrl } from '#server/personal-links.ts';
import { notFound } from '#wire/errors.ts';
import * as store from './store.ts';

/**
 * Returns the address with which the agent books again: the personal link of their latest order whose link works and
 * whose links this member may see.
 */
export async function showRebookLink(ctx: ReadCtx, { id }: { id: string }): Promise<{ link: string | null }> {
  if (!(await store.isAgent(ctx, id))) throw notFound();
  if (!(await store.activeAgent(ctx, id))) return { link: null };
  for (const order of await store.orderLinks(ctx, id)) {
    const assigned_technician_ids = await getAppointmentTechnicianIds(ctx, order.id);
    if (!allows(ctx.requireUser(), 'edit_appointment', { assigned_technician_ids })) continue;
    const own = (await linkPeople(ctx, order.id)).find(
      (one) => one.person_id === id && one.role !== 'client',
    );
    if (!own || own.link_revoked_at !== null || isLinkExpired(own.link_ends_at, ctx.now)) continue;
    return { link: personalUrl(ctx.installation, `/book-again/${order.public_id}`, own) };
  }
  return { link: null };
}
