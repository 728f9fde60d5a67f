import { asCents, fromCents, fromPercent, toPercent } from '#domain/base/money.ts';
import type { LocalDate } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { discountState } from '#domain/pricing/discounts.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { AppointmentSelection } from './appointment-selection.ts';
import type { AddOn, Service } from './contract.ts';
import { toDiscountTerms } from './discounts.ts';
import { loadServices } from './load-services.ts';
import { presentService } from './present.ts';

/** Returns whether the caller may see prices. Visitors of public pages may. */
export function canSeePrices(ctx: ReadCtx): boolean {
  return ctx.actor === null || allows(ctx.actor, 'see_prices');
}

/**
 * Lists the services that forms offer (status 1) with their active add-ons, in wire format. After them come the
 * services an appointment has that are no longer offered, with the price table it is saved by. Deleted ones have status
 * 0.
 */
export async function serviceOptions(
  ctx: ReadCtx,
  existing: Pick<AppointmentSelection, 'serviceIds' | 'addOnIds'> = { serviceIds: [], addOnIds: [] },
): Promise<Service[]> {
  const offered = await loadServices(ctx, { status: 1 });
  const own = await loadServices(ctx, { ids: existing.serviceIds, withDeleted: true });
  const former = own.filter((one) => !offered.some((each) => each.id === one.id));
  const all = [...offered.map((one) => own.find((each) => each.id === one.id) ?? one), ...former];
  const prices = canSeePrices(ctx);
  return all.map((service) => {
    const shown = presentService(service, { prices });
    const isShown = (addOn: AddOn) => addOn.status === 1 || existing.addOnIds.includes(addOn.id);
    return { ...shown, add_ons: shown.add_ons.filter(isShown) };
  });
}

/** Lists the discount codes that are valid on that day, with a percentage or an amount depending on their type. */
export async function discountOptions(ctx: ReadCtx, today: LocalDate) {
  const rows = await mine(ctx, 'discount_codes')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .selectAll()
    .orderBy('code')
    .limit(500)
    .execute();
  const active = rows.map(toDiscountTerms).filter((terms) => discountState(terms, today) === 'active');
  return active.map(({ id, code, type, percent, amount_cents }) => ({
    value: id,
    label: code,
    code,
    type,
    amount: type === 1 ? fromPercent(percent ?? toPercent(0)) : fromCents(amount_cents ?? asCents(0)),
  }));
}
