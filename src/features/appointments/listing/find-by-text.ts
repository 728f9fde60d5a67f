import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { searchFor } from './search.ts';

/** A query for the ids of the appointments that a text finds in their list, deleted ones among them; for other rooms' lists. */
export async function appointmentsFoundBy(ctx: ReadCtx, text: string) {
  const { conditions, collected } = await searchFor(ctx, text);
  return mine(ctx, 'appointments')
    .where((eb) => eb.and([...(collected ?? conditions)]))
    .select('id');
}
