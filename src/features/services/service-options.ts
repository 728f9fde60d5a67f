import { discountState } from '#domain/discounts.ts';
import { asCents, fromCents, fromPercent, toPercent } from '#domain/money.ts';
import { allows } from '#domain/permissions.ts';
import type { LocalDate } from '#domain/time.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Service } from './contract.ts';
import { termsOf } from './discounts.ts';
import { loadServices } from './load-services.ts';
import { presentService } from './present.ts';

/** May whoever asks see what things cost? Visitors of public pages may. */
export function seesPrices(ctx: ReadCtx): boolean {
  return ctx.actor === null || allows(ctx.actor, 'see_prices');
}

/** The services that forms offer (status 1) with their active add-ons, as they cross the wire. */
export async function serviceOptions(ctx: ReadCtx): Promise<Service[]> {
  const services = await loadServices(ctx, { status: 1 });
  const prices = seesPrices(ctx);
  return services.map((service) => {
    const shown = presentService(service, { prices });
    return { ...shown, add_ons: shown.add_ons.filter((addOn) => addOn.status === 1) };
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
  const active = rows.map(termsOf).filter((terms) => discountState(terms, today) === 'active');
  return active.map(({ id, code, type, percent, amount_cents }) => ({
    value: id,
    label: code,
    code,
    type,
    amount: type === 1 ? fromPercent(percent ?? toPercent(0)) : fromCents(amount_cents ?? asCents(0)),
  }));
}
