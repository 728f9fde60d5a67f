import { sql } from 'kysely';
import { asInstant } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { listActivity as contract } from '../contract.ts';

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Lists what happened to an appointment, newest first: the events stored with each change, and the messages sent. */
export async function listActivity(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract>,
): Promise<HandlerOutput<typeof contract>> {
  const found = await mine(ctx, 'appointments')
    .where('id', '=', input.id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!found) throw notFound();
  const perPage = pageSize(input);
  const [afterId] = decodeCursor(input.cursor, 1) ?? [null];
  const after = typeof afterId === 'string' && isId.test(afterId) ? afterId : null;
  const rows = await activityRows(ctx, input.id, after, perPage + 1);
  const page = toPage(rows, perPage, (row) => [row.id], await countOf(ctx, input.id));
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

interface ActivityRow {
  id: string;
  type: string;
  data: Record<string, unknown>;
  at: string;
  actor: string | null;
  person: string | null;
}

/** Merges events and sent messages: the ids of both are ordered by time. */
async function activityRows(
  ctx: ReadCtx,
  id: string,
  after: string | null,
  limit: number,
): Promise<ActivityRow[]> {
  const before = (column: string) => (after === null ? sql`` : sql`and ${sql.ref(column)} < ${after}::uuid`);
  const { rows } = await sql<ActivityRow>`
    select h.id, h.type, h.data, h.at, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as actor,
      coalesce(nullif(trim(concat_ws(' ', c.first_name, c.last_name)), ''), nullif(c.company_name, ''),
        nullif(trim(concat_ws(' ', t.first_name, t.last_name)), '')) as person
    from (
      (select e.id, e.type, e.data, e.at, e.actor_id, (e.data ->> 'person_id')::uuid as person_id from events e
        where e.subscriber_id = ${ctx.subscriberId}::uuid and e.appointment_id = ${id}::uuid
          and e.type <> 'message.sent' ${before('e.id')}
        order by e.id desc limit ${limit})
      union all
      (select m.id, 'message.sent', jsonb_build_object('subject', m.subject, 'to', m.to_address, 'status', m.status),
          m.sent_at, null::uuid, m.person_id from outbound_messages m
        where m.subscriber_id = ${ctx.subscriberId}::uuid and m.appointment_id = ${id}::uuid
          and m.sent_at is not null ${before('m.id')}
        order by m.id desc limit ${limit})
      order by id desc limit ${limit}
    ) as h
    left join users u on u.subscriber_id = ${ctx.subscriberId}::uuid and u.id = h.actor_id
    left join contacts c on c.subscriber_id = ${ctx.subscriberId}::uuid and c.id = h.person_id
    left join users t on t.subscriber_id = ${ctx.subscriberId}::uuid and t.id = h.person_id
    order by h.id desc`.execute(ctx.db);
  return rows;
}

async function countOf(ctx: ReadCtx, id: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select
    (select count(*) from events where subscriber_id = ${ctx.subscriberId}::uuid and appointment_id = ${id}::uuid
      and type <> 'message.sent')
    + (select count(*) from outbound_messages where subscriber_id = ${ctx.subscriberId}::uuid
      and appointment_id = ${id}::uuid and sent_at is not null) as total`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

/** Returns the data of an event, without amounts for users who may not see prices. */
function factsFor(data: Record<string, unknown>, seesPrices: boolean): Record<string, unknown> {
  if (seesPrices) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !name.endsWith('_cents')));
}
