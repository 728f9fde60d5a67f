import { asInstant } from '#domain/base/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { decodeCursor, mostCounted, pageSize, toCountedPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type {
  listSuppressions as listContract,
  removeSuppression as removeContract,
  Suppression,
} from '../delivery-contract.ts';

/** A page of the addresses that get no more mail of the company, newest first (ids are in time order). */
export async function listSuppressions(
  ctx: ReadCtx,
  input: HandlerInput<typeof listContract>,
): Promise<HandlerOutput<typeof listContract>> {
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'id');
  let all = mine(ctx, 'suppressions');
  if (input.q) all = all.where('address', 'like', `${input.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);
  const rows = await (after ? all.where('id', '<', after[0]) : all)
    .select(['id', 'address', 'stream', 'reason', 'detail', 'message_id', 'created_at'])
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .execute();
  const counted = await all
    .select('id')
    .limit(mostCounted + 1)
    .execute();
  const shown = rows.map((row) => ({ ...row, created_at: asInstant(row.created_at) }) as Suppression);
  return toCountedPage(shown, perPage, (row) => [row.id], counted);
}

/** Lets an address get mail again; a record remains of who allowed it. */
export async function removeSuppression(
  ctx: WriteCtx,
  { id }: HandlerInput<typeof removeContract>,
): Promise<HandlerOutput<typeof removeContract>> {
  const removed = await deleteMine(ctx, 'suppressions')
    .where('id', '=', id)
    .returning(['address', 'stream', 'reason'])
    .executeTakeFirst();
  if (!removed) throw notFound();
  await ctx.audit({ action: 'remove', entity: 'suppression', entity_id: id, before: removed });
  return { id };
}
