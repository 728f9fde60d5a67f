import { addDays, type Instant, localDate, startOfDay } from '#domain/base/time.ts';
import type { RightsChange } from '#domain/people/client-rights.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';

const row = (ctx: WriteCtx, id: string) => updateMine(ctx, 'appointment_people').where('id', '=', id);

/** Revokes every link sent to the person so far. */
export function revokeSentLinks(ctx: WriteCtx, id: string) {
  return row(ctx, id)
    .set((eb) => ({ link_version: eb('link_version', '+', 1), link_revoked_at: ctx.now }))
    .execute();
}

/** Changes what the person may do beyond the role, and when the link expires. */
export function updateLinkRights(
  ctx: WriteCtx,
  id: string,
  change: { rights?: RightsChange; link_expires_at?: Instant | null },
) {
  const { rights, link_expires_at } = change;
  return row(ctx, id)
    .set({
      ...(rights ? { rights: JSON.stringify(rights) } : {}),
      ...(link_expires_at === undefined ? {} : { link_expires_at, link_renewed_at: null }),
    })
    .execute();
}

const renewalDays = 30;

/** Makes an expired link valid for 30 more days. */
export async function renewLink(ctx: WriteCtx, id: string): Promise<void> {
  const { timezone } = await getCompany(ctx);
  const until = startOfDay(addDays(localDate(ctx.now, timezone), renewalDays + 1), timezone);
  await row(ctx, id).set({ link_expires_at: until, link_renewed_at: ctx.now }).execute();
}
