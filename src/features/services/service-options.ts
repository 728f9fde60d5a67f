import type { ReadCtx } from '#server/context.ts';
import type { Service } from './contract.ts';
import { loadServices } from './load-services.ts';
import { presentService } from './present.ts';

/** The services that forms offer (status 1) with their active add-ons, as they cross the wire. */
export async function serviceOptions(ctx: ReadCtx): Promise<Service[]> {
  const services = await loadServices(ctx, { status: 1 });
  return services.map((service) => {
    const shown = presentService(service);
    return { ...shown, add_ons: shown.add_ons.filter((addOn) => addOn.status === 1) };
  });
}
