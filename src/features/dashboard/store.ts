import { type RawBuilder, sql } from 'kysely';
import type { Instant, Zone } from '#domain/base/time.ts';
import { addHours } from '#domain/base/time.ts';
import { problemStatuses } from '#domain/messages/message-status.ts';
import {
  type Condition,
  hasWaitingReport,
  tabConditions,
} from '#features/appointments/listing/conditions.ts';
import { serviceNamesColumn } from '#features/appointments/listing/row.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** Of one kind of exception at most this many are counted. */
export const mostCounted = 99;
/** Of unpaid appointments more are added up: the amount is the point. */
const mostAdded = 2000;
/** More appointments in a week than a dashboard can show; the counts are of all. */
const mostStops = 200;

interface Range {
  from: Instant;
  to: Instant;
  /** Only appointments of this technician. */
  technicianId: string | null;
}

interface PersonOfStop {
  role: string;
  id: string;
  first_name: string;
  last_name: string;
  phone: string;
  color: string;
}

const peopleColumn = sql<
  PersonOfStop[]
>`(select coalesce(jsonb_agg(jsonb_build_object('role', p.role, 'id', p.person_id,
    'first_name', coalesce(c.first_name, u.first_name, ''), 'last_name', coalesce(c.last_name, u.last_name, ''),
    'phone', coalesce(c.phone, ''), 'color', coalesce(u.color, '')) order by p.position, p.id), '[]')
  from appointment_people p
  left join contacts c on c.subscriber_id = p.subscriber_id and c.id = p.person_id and p.role = 'client'
  left join users u on u.subscriber_id = p.subscriber_id and u.id = p.person_id and p.role = 'inspector'
  where p.subscriber_id = appointments.subscriber_id and p.appointment_id = appointments.id
    and p.role in ('client', 'inspector'))`;

function between(ctx: ReadCtx, { from, to, technicianId }: Range) {
  const query = mine(ctx, 'appointments')
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'canceled')
    .where('date_time', '>=', from)
    .where('date_time', '<', to);
  if (technicianId === null) return query;
  return query.where(sql<boolean>`exists (select from appointment_people p
    where p.subscriber_id = appointments.subscriber_id and p.appointment_id = appointments.id
      and p.role = 'inspector' and p.person_id = ${technicianId}::uuid)`);
}

/** Returns the appointments of a range that are not canceled, in the order of their time. */
export function stopsBetween(ctx: ReadCtx, range: Range) {
  return between(ctx, range)
    .select([
      'id',
      'order_id',
      'status',
      'date_time',
      'end_time',
      'address',
      'city',
      'state',
      'zip_code',
      'inspection_notes',
      'occupied',
      'utilities_on',
      'agreement_signed',
      peopleColumn.as('people'),
      serviceNamesColumn.as('services'),
    ])
    .orderBy('date_time')
    .orderBy('id')
    .limit(mostStops)
    .execute();
}

export type StopRow = Awaited<ReturnType<typeof stopsBetween>>[number];

/** Counts the appointments of a range by day in the zone. */
export async function countByDay(ctx: ReadCtx, range: Range, zone: Zone): Promise<Map<string, number>> {
  const day = sql<string>`to_char(date_time at time zone ${sql.lit(zone)}, 'YYYY-MM-DD')`;
  const rows = await between(ctx, range)
    .select([day.as('day'), (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(day)
    .execute();
  return new Map(rows.map((row) => [row.day, Number(row.count)]));
}

/** Counts in one query what needs attention, each from its own index and up to its limit. */
export function countAttention(ctx: ReadCtx, { endOfTomorrow }: { endOfTomorrow: Instant }) {
  const now = sql`${ctx.now}::timestamptz`;
  const unsigned: Condition[] = [
    ...tabConditions(ctx, 'upcoming'),
    sql`not agreement_signed`,
    sql`date_time < ${endOfTomorrow}::timestamptz`,
  ];
  const unpaid = some(ctx, [
    ...tabConditions(ctx, 'unpaid'),
    // Implied by the end, and in the index.
    sql`date_time < ${now}`,
    sql`end_time <= ${now}`,
  ])
    .select('outstanding_cents')
    .limit(mostAdded);
  const lately = addHours(ctx.now, -7 * 24);
  return ctx.db
    .selectFrom(unpaid.as('unpaid'))
    .select([
      (eb) => eb.fn.countAll<number>().as('unpaid'),
      sql<number>`coalesce(sum(outstanding_cents), 0)`.as('unpaid_cents'),
      counted(some(ctx, tabConditions(ctx, 'requested'))).as('requests'),
      counted(some(ctx, unsigned)).as('unsigned'),
      counted(some(ctx, tabConditions(ctx, 'unpublished'))).as('overdue_reports'),
      counted(some(ctx, [hasWaitingReport])).as('approvals'),
      counted(
        mine(ctx, 'outbound_messages')
          .where('status', 'in', problemStatuses)
          .where('problem_closed_at', 'is', null)
          .where('created_at', '>=', lately),
      ).as('failed_messages'),
      sql<number>`${counted(mine(ctx, 'payments').where('disputed_at', 'is not', null).where('voided_at', 'is', null))}
        + ${counted(mine(ctx, 'gateway_differences').where('resolved_at', 'is', null))}`.as(
        'payment_problems',
      ),
    ])
    .executeTakeFirstOrThrow();
}

export type AttentionRow = Awaited<ReturnType<typeof countAttention>>;

function some(ctx: ReadCtx, conditions: readonly Condition[]) {
  let query = mine(ctx, 'appointments').where('deleted_at', 'is', null);
  for (const condition of conditions) query = query.where(condition);
  return query;
}

function counted(query: {
  select: (expression: never) => { limit: (n: number) => unknown };
}): RawBuilder<number> {
  const found = query.select(sql`1`.as('one') as never).limit(mostCounted + 1);
  return sql<number>`(select count(*) from (${found}) as found)`;
}
