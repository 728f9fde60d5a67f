import type { ActionCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';
import { locatingOfBooked } from './create-appointment.ts';

/** Finds the position of an address that a visitor booked without one. */
export const locateBooked = job(locatingOfBooked, locate, { retryLimit: 3, concurrency: 2 });

async function locate(ctx: ActionCtx, { appointment_id: id }: { appointment_id: string }): Promise<void> {
  const row = await ctx.read((r) =>
    mine(r, 'appointments')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('lat', 'is', null)
      .where('country', '=', 'US')
      .select(['address', 'city', 'state', 'zip_code'])
      .executeTakeFirst(),
  );
  if (!row) return;
  const { address, city, state, zip_code } = row;
  const found = await ctx.external.maps.geocode({ street: address, city, state, zip_code });
  if (!found) return;
  const { coordinates, precision } = found;
  // The office may have changed the address in the meantime.
  await ctx.tx((w) =>
    updateMine(w, 'appointments')
      .set({ ...coordinates, location_precision: precision })
      .where('id', '=', id)
      .where('lat', 'is', null)
      .where('address', '=', address)
      .where('zip_code', '=', zip_code)
      .execute(),
  );
}
