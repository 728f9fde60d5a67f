import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { buildTextSearch } from './search.ts';

/**
 * Builds a query for the ids of appointments that match a text, including deleted ones; for lists of other features.
 */
export async function appointmentIdsMatching(ctx: ReadCtx, text: string) {
  const { conditions, collected } = await buildTextSearch(ctx, text);
  return mine(ctx, 'appointments')
    .where((eb) => eb.and([...(collected ?? conditions)]))
    .select('id');
}
