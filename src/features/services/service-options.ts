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

/** May whoever asks see what things cost? Visitors of public pages may. */
export function canSeePrices(ctx: ReadCtx): boolean {
  return ctx.actor === null || allows(ctx.actor, 'see_prices');
}

/**
 * The services that forms offer (status 1) with their active add-ons, as they cross the wire; behind them what an appointment
 * has although it is offered no longer, with the price table by which it is saved. What was deleted has status 0.
 */
export async function serviceOptions(
  ctx: ReadCtx,
  kept: Pick<AppointmentSelection, 'serviceIds' | 'addOnIds'> = { serviceIds: [], addOnIds: [] },
): Promise<Service[]> {
  const offered = await loadServices(ctx, { status: 1 });
  const own = await loadServices(ctx, { ids: kept.serviceIds, withDeleted: true });
  const former = own.filter((one) => !offered.some((each) => each.id === one.id));
  const all = [...offered.map((one) => own.find((each) => each.id === one.id) ?? one), ...former];
  const prices = canSeePrices(ctx);
  return all.map((service) => {
    const shown = presentService(service, { prices });
    const isShown = (addOn: AddOn) => addOn.status === 1 || kept.addOnIds.includes(addOn.id);
    return { ...shown, add_ons: shown.add_ons.filter(isShown) };
  });
}

/** The discount codes that hold on that day, with a percentage or an amount by their type. */
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
