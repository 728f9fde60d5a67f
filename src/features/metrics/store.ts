import { sql } from 'kysely';
import { addDays, startOfDay, type Zone } from '#domain/base/time.ts';
import { ageBands, type DayRange } from '#domain/metrics/metrics.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** Counts and sums of the appointments of a range, in one pass over their index. */
export function appointmentFigures(ctx: ReadCtx, range: DayRange, zone: Zone) {
  const kept = sql`appointments.status <> 'canceled'`;
  const count = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})`;
  return within(ctx, range, zone)
    .select([
      count(kept).as('appointments'),
      count(sql`appointments.status in ('scheduled', 'completed')`).as('scheduled'),
      count(sql`appointments.status = 'requested'`).as('requested'),
      count(sql`appointments.status = 'completed'`).as('completed'),
      count(sql`appointments.status = 'canceled'`).as('canceled'),
      sql<number>`coalesce(sum(appointments.total_fee_cents) filter (where ${kept}), 0)`.as('booked_cents'),
      count(sql`${kept} and not appointments.agreement_signed`).as('unsigned'),
      count(sql`${kept} and not appointments.paid`).as('unpaid'),
      count(
        sql`appointments.status = 'scheduled' and not appointments.published and appointments.date_time < ${ctx.now}::timestamptz`,
      ).as('unpublished'),
    ])
    .executeTakeFirstOrThrow();
}

/** The median hours from the end of an appointment of the range to the first publication of a report; null without. */
export async function reportTurnaround(ctx: ReadCtx, range: DayRange, zone: Zone): Promise<number | null> {
  const { hours } = await within(ctx, range, zone)
    .innerJoin('reports as r', (on) =>
      on
        .onRef('r.subscriber_id', '=', 'appointments.subscriber_id')
        .onRef('r.appointment_id', '=', 'appointments.id'),
    )
    .where('r.first_published_at', 'is not', null)
    .where('r.deleted_at', 'is', null)
    .select(
      sql<number | null>`percentile_cont(0.5) within group (order by greatest(0,
        extract(epoch from r.first_published_at - appointments.end_time) / 3600))`.as('hours'),
    )
    .executeTakeFirstOrThrow();
  return hours === null ? null : Math.round(hours * 10) / 10;
}

/** What was received in a range less what of it was given back, in cents. */
export async function collectedCents(ctx: ReadCtx, range: DayRange, zone: Zone): Promise<number> {
  const { cents } = await mine(ctx, 'payments')
    .where('received_at', '>=', startOfDay(range.from, zone))
    .where('received_at', '<', startOfDay(addDays(range.to, 1), zone))
    .where(isReceived)
    .select(sql<number>`coalesce(sum(amount_cents - refunded_cents), 0)`.as('cents'))
    .executeTakeFirstOrThrow();
  return Number(cents);
}

const isReceived = sql<boolean>`payments.voided_at is null and payments.status not in ('pending', 'failed')`;

/** What is owed for past appointments, by how long ago they took place. Bands without anything are left out. */
export async function outstandingByAge(ctx: ReadCtx) {
  const days = sql`extract(epoch from ${ctx.now}::timestamptz - date_time) / 86400`;
  const [first, second, third, last] = ageBands;
  return mine(ctx, 'appointments')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not paid and status <> 'canceled'`)
    .where('outstanding_cents', '>', 0)
    .where('date_time', '<', ctx.now)
    .select([
      sql<(typeof ageBands)[number]>`case when ${days} <= 30 then ${first} when ${days} <= 60 then ${second}
        when ${days} <= 90 then ${third} else ${last} end`.as('age'),
      sql<number>`sum(outstanding_cents)`.as('cents'),
      sql<number>`count(*)`.as('appointments'),
    ])
    .groupBy('age')
    .execute();
}

/** Appointments and their fees by month of the company, from the given day on. */
export function bookedByMonth(ctx: ReadCtx, range: DayRange, zone: Zone) {
  return within(ctx, range, zone)
    .where('status', '<>', 'canceled')
    .select([
      sql<string>`to_char(appointments.date_time at time zone ${zone}, 'YYYY-MM')`.as('month'),
      sql<number>`sum(total_fee_cents)`.as('cents'),
      sql<number>`count(*)`.as('appointments'),
    ])
    .groupBy('month')
    .execute();
}

/** Payments received by month of the company, less what was given back, from the given day on. */
export function collectedByMonth(ctx: ReadCtx, range: DayRange, zone: Zone) {
  return mine(ctx, 'payments')
    .where('received_at', '>=', startOfDay(range.from, zone))
    .where('received_at', '<', startOfDay(addDays(range.to, 1), zone))
    .where(isReceived)
    .select([
      sql<string>`to_char(received_at at time zone ${zone}, 'YYYY-MM')`.as('month'),
      sql<number>`sum(amount_cents - refunded_cents)`.as('cents'),
    ])
    .groupBy('month')
    .execute();
}

function within(ctx: ReadCtx, { from, to }: DayRange, zone: Zone) {
  return mine(ctx, 'appointments')
    .where('appointments.deleted_at', 'is', null)
    .where('appointments.date_time', '>=', startOfDay(from, zone))
    .where('appointments.date_time', '<', startOfDay(addDays(to, 1), zone));
}
