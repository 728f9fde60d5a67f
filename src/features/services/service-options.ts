import { allows } from '#domain/permissions.ts';
import type { ReadCtx } from '#server/context.ts';
import type { Service } from './contract.ts';
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
