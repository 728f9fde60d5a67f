import { isInServiceAreas } from '#domain/scheduling/availability.ts';
import type { Company } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { areasOfAll } from './store.ts';

/**
 * Returns whether a technician works at this postal code. Every code is served while it is not known, and where the
 * company has no service areas.
 */
export async function isZipServed(
  ctx: ReadCtx | WriteCtx,
  { settings }: Company,
  zip: string,
): Promise<boolean> {
  if (!settings.service_areas || zip === '') return true;
  const technicians = await mine(ctx, 'users')
    .where('is_technician', '=', true)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute();
  const areas = await areasOfAll(ctx);
  return technicians.length === 0 || technicians.some(({ id }) => isInServiceAreas(zip, areas.get(id) ?? []));
}
