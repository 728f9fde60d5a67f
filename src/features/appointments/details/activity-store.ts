import { sql } from 'kysely';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** Returns whether the company has this appointment. */
export async function appointmentExists(ctx: ReadCtx, id: string): Promise<boolean> {
  const found = await mine(ctx, 'appointments')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** An event of an appointment, or a message sent about it. */
interface ActivityRow {
  id: string;
  type: string;
  data: Record<string, unknown>;
  at: string;
  actor: string | null;
  person: string | null;
}

/** Returns events and sent messages, newest first: the ids of both are ordered by time. */
export async function activityOf(
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

/** Counts the events and sent messages of an appointment. */
export async function countActivity(ctx: ReadCtx, id: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select
    (select count(*) from events where subscriber_id = ${ctx.subscriberId}::uuid and appointment_id = ${id}::uuid
      and type <> 'message.sent')
    + (select count(*) from outbound_messages where subscriber_id = ${ctx.subscriberId}::uuid
      and appointment_id = ${id}::uuid and sent_at is not null) as total`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}
