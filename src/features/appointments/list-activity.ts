import { allows } from '#domain/permissions.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { decodeCursor, pageFrom, pageSize } from '#wire/paging.ts';
import type { Gives, Takes } from '#wire/route.ts';
import type { listActivity as contract } from './contract.ts';

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What happened to an appointment, newest first: the events as they were written with each change. */
export async function listActivity(
  ctx: ReadCtx,
  input: Takes<typeof contract>,
): Promise<Gives<typeof contract>> {
  const found = await mine(ctx, 'appointments')
    .where('id', '=', input.id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!found) throw notFound();
  const perPage = pageSize(input);
  const [afterId] = decodeCursor(input.cursor, 1) ?? [null];
  let query = mine(ctx, 'events').where('events.appointment_id', '=', input.id);
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (typeof afterId === 'string' && isId.test(afterId)) query = query.where('events.id', '<', afterId);
  const rows = await query
    .leftJoin('users', (on) =>
      on.onRef('users.subscriber_id', '=', 'events.subscriber_id').onRef('users.id', '=', 'events.actor_id'),
    )
    .select(['events.id', 'events.type', 'events.data', 'events.at', 'users.first_name', 'users.last_name'])
    .orderBy('events.id', 'desc')
    .limit(perPage + 1)
    .execute();
  const page = pageFrom(rows, perPage, (row) => [row.id], total);
  const seesPrices = allows(ctx.user(), 'see_prices');
  return {
    ...page,
    pageData: page.pageData.map((row) => ({
      id: row.id,
      type: row.type,
      actor: row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ''}`.trim(),
      data: factsFor(row.data as Record<string, unknown>, seesPrices),
      at: row.at,
    })),
  };
}

/** The facts of an event; who may not see prices is told what happened, but no amount. */
function factsFor(data: Record<string, unknown>, seesPrices: boolean): Record<string, unknown> {
  if (seesPrices) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !name.endsWith('_cents')));
}
