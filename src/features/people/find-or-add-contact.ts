import { sql } from 'kysely';
import type { PersonValues } from '#domain/people/contact-fields.ts';
import type { WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';
import { mine } from '#server/db/scope.ts';
import * as store from './store.ts';

/**
 * Returns the active contact with exactly this email and name, or adds one. A known contact is never changed: the
 * person who wrote is not signed in. Another name at a known address is another person, and a duplicate that the office
 * is offered to merge.
 */
export async function findOrAddContact(
  ctx: WriteCtx,
  kind: 'client' | 'agent',
  values: PersonValues,
): Promise<string> {
  const { email = '', first_name = '', last_name = '' } = values;
  // Two bookings of the same new person at the same time add one contact.
  await lockKey(ctx.db, ctx.subscriberId, kind, email);
  const known = await mine(ctx, 'contacts')
    .where('kind', '=', kind)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`email collate "C" = ${email}`)
    .where('first_name', '=', first_name)
    .where('last_name', '=', last_name)
    .select('id')
    .orderBy('id')
    .executeTakeFirst();
  if (known) return known.id;
  const row = await store.insert(ctx, kind, values, {}, null);
  await ctx.emit({ type: 'contact.created', contact_id: row.id });
  return row.id;
}
