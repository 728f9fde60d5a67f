import { asCents, fromCents } from '#domain/base/money.ts';
import {
  addDays,
  asInstant,
  formatWithOffset,
  type Instant,
  isBefore,
  localDate,
  startOfDay,
  type Zone,
} from '#domain/base/time.ts';
import { type Actor, allows } from '#domain/people/permissions.ts';
import { type AppointmentStatus, displayStatus } from '#domain/scheduling/appointment-states.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import type { HandlerOutput } from '#wire/route.ts';
import type { Attention, getDashboard as contract, Stop } from './contract.ts';
import {
  type AttentionRow,
  countAttention,
  countByDay,
  mostCounted,
  type StopRow,
  stopsBetween,
} from './store.ts';

const shownDays = 7;

/**
 * Returns today and the next six days of the company's calendar. A technician without full company admin gets their own
 * appointments; everyone else all of them, and what needs attention.
 */
export async function getDashboard(ctx: ReadCtx): Promise<HandlerOutput<typeof contract>> {
  const actor = ctx.requireUser();
  const { timezone } = await getCompany(ctx);
  const today = localDate(ctx.now, timezone);
  const dayAt = (n: number) => addDays(today, n);
  const startOf = (n: number) => startOfDay(dayAt(n), timezone);
  const isOwn = actor.userType === 2 && !allows(actor, 'full_company_admin');
  const range = { from: startOf(0), to: startOf(shownDays), technicianId: isOwn ? actor.userId : null };
  const rows = await stopsBetween(ctx, range);
  const counts = await countByDay(ctx, range, timezone);
  const stops = rows.map((row) => presentStop(row, ctx.now, timezone));
  const on = (day: string) => stops.filter((one) => one.date_time.slice(0, 10) === day);
  const days = Array.from({ length: shownDays }, (_, n) => {
    const day = dayAt(n);
    return { day, count: counts.get(day) ?? 0, stops: on(day) };
  });
  const attention = isOwn ? null : await countAttention(ctx, { endOfTomorrow: startOf(2) });
  return {
    isOwn,
    nextId: nextStop(rows, ctx.now, startOf(1)),
    days,
    attention: attention && presentAttention(attention, actor),
  };
}

function nextStop(rows: readonly StopRow[], now: Instant, endOfToday: Instant): string | null {
  const next = rows.find(
    (row) =>
      row.status === 'scheduled' &&
      isBefore(now, asInstant(row.end_time)) &&
      isBefore(asInstant(row.date_time), endOfToday),
  );
  return next?.id ?? null;
}

function presentStop({ people, status, ...row }: StopRow, now: Instant, zone: Zone): Stop {
  const [date_time, end_time] = [asInstant(row.date_time), asInstant(row.end_time)];
  const named = ({ id, first_name, last_name }: StopRow['people'][number]) => ({ id, first_name, last_name });
  return {
    ...row,
    display_status: displayStatus(status as AppointmentStatus, { now, date_time, end_time }),
    date_time: formatWithOffset(date_time, zone),
    end_time: formatWithOffset(end_time, zone),
    clients: people
      .filter((one) => one.role === 'client')
      .map((one) => ({ ...named(one), phone: one.phone })),
    technicians: people
      .filter((one) => one.role === 'inspector')
      .map((one) => ({ ...named(one), color: one.color })),
  };
}

function presentAttention(row: AttentionRow, actor: Actor): Attention {
  const few = (count: number) => ({
    count: Math.min(Number(count), mostCounted),
    isCapped: Number(count) > mostCounted,
  });
  const seesPayments = allows(actor, 'see_payments');
  return {
    requests: few(row.requests),
    unsigned: few(row.unsigned),
    overdueReports: few(row.overdue_reports),
    approvals: allows(actor, 'can_publish_report') ? few(row.approvals) : null,
    unpaid: seesPayments
      ? { ...few(row.unpaid), amount: fromCents(asCents(Number(row.unpaid_cents))) }
      : null,
    failedMessages: allows(actor, 'see_communication') ? few(row.failed_messages) : null,
    paymentProblems: seesPayments ? few(row.payment_problems) : null,
  };
}
