import { asInstant } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import type { ReadCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { listActivity as contract } from '../contract.ts';
import * as store from './activity-store.ts';

/** Lists what happened to an appointment, newest first: the events stored with each change, and the messages sent. */
export async function listActivity(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract>,
): Promise<HandlerOutput<typeof contract>> {
  if (!(await store.appointmentExists(ctx, input.id))) throw notFound();
  const perPage = pageSize(input);
  const [after] = decodeCursor(input.cursor, 'id') ?? [null];
  const rows = await store.activityOf(ctx, input.id, after, perPage + 1);
  const page = toPage(rows, perPage, (row) => [row.id], await store.countActivity(ctx, input.id));
  const seesPrices = allows(ctx.requireUser(), 'see_prices');
  return {
    ...page,
    pageData: page.pageData.map((row) => ({
      id: row.id,
      type: row.type,
      actor: row.actor,
      person: row.person,
      data: factsFor(row.data, seesPrices),
      at: asInstant(row.at),
    })),
  };
}

/** Returns the data of an event, without amounts for users who may not see prices. */
function factsFor(data: Record<string, unknown>, seesPrices: boolean): Record<string, unknown> {
  if (seesPrices) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !name.endsWith('_cents')));
}
