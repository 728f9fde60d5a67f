import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { buildTextSearch } from './search.ts';

/** A query for the ids of the appointments that a text finds in their list, deleted ones among them; for other rooms' lists. */
export async function appointmentIdsMatching(ctx: ReadCtx, text: string) {
  const { conditions, collected } = await buildTextSearch(ctx, text);
  return mine(ctx, 'appointments')
    .where((eb) => eb.and([...(collected ?? conditions)]))
    .select('id');
}
