import { asCents, fromCents } from '#domain/base/money.ts';
import { addDays, type LocalDate, localDate, type Zone } from '#domain/base/time.ts';
import { ageBands, type DayRange, daysIn, longestRange, previousRange } from '#domain/metrics/metrics.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import * as store from './store.ts';

/** Figures of a range and the equal range before, what is owed by age, and twelve months. Rejects impossible ranges. */
export async function getMetrics(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.getMetrics>,
): Promise<HandlerOutput<typeof contract.getMetrics>> {
  const range = rangeOf(input);
  const zone = (await getCompany(ctx)).timezone as Zone;
  const before = previousRange(range);
  return {
    ...range,
    figures: await figuresOf(ctx, range, zone),
    previous: { ...before, ...(await figuresOf(ctx, before, zone)) },
    outstanding: await outstanding(ctx),
    months: await lastMonths(ctx, zone),
  };
}

function rangeOf(input: { from: string; to: string }): DayRange {
  const [from, to] = [input.from as LocalDate, input.to as LocalDate];
  if (from < '2000-01-01') throw badInput({ from: 'Date is not valid' });
  if (to > '2999-12-31') throw badInput({ to: 'Date is not valid' });
  const days = daysIn({ from, to });
  if (days < 1) throw badInput({ to: 'The last day is before the first' });
  if (days > longestRange) throw badInput({ to: 'Choose at most five years' });
  return { from, to };
}

async function figuresOf(ctx: ReadCtx, range: DayRange, zone: Zone): Promise<contract.Figures> {
  const { booked_cents, ...counts } = await store.appointmentFigures(ctx, range, zone);
  const booked = Number(booked_cents);
  const total = counts.appointments + counts.canceled;
  return {
    ...counts,
    revenue_booked: amountOf(booked),
    revenue_collected: amountOf(await store.collectedCents(ctx, range, zone)),
    average_fee: counts.appointments === 0 ? null : amountOf(booked / counts.appointments),
    cancellation_rate: total === 0 ? null : Math.round((counts.canceled / total) * 1000) / 10,
    report_turnaround: await store.reportTurnaround(ctx, range, zone),
  };
}

async function outstanding(ctx: ReadCtx) {
  const rows = await store.outstandingByAge(ctx);
  return ageBands.map((age) => {
    const row = rows.find((one) => one.age === age);
    return { age, amount: amountOf(Number(row?.cents ?? 0)), appointments: Number(row?.appointments ?? 0) };
  });
}

/** This month and the eleven before it, also those without anything. */
async function lastMonths(ctx: ReadCtx, zone: Zone) {
  const today = localDate(ctx.now, zone);
  const months = monthsUntil(today);
  const range = { from: `${months[0]}-01` as LocalDate, to: endOfMonth(today) };
  const booked = new Map((await store.bookedByMonth(ctx, range, zone)).map((row) => [row.month, row]));
  const collected = new Map((await store.collectedByMonth(ctx, range, zone)).map((row) => [row.month, row]));
  return months.map((month) => ({
    month,
    booked: amountOf(Number(booked.get(month)?.cents ?? 0)),
    collected: amountOf(Number(collected.get(month)?.cents ?? 0)),
    appointments: Number(booked.get(month)?.appointments ?? 0),
  }));
}

function monthsUntil(today: LocalDate): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, i) => {
    const count = year * 12 + month - 1 - (11 - i);
    return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
  });
}

/** The 31st day after the first is always in the next month. */
function endOfMonth(day: LocalDate): LocalDate {
  const next = addDays(`${day.slice(0, 7)}-01` as LocalDate, 31);
  return addDays(`${next.slice(0, 7)}-01` as LocalDate, -1);
}

const amountOf = (cents: number) => fromCents(asCents(Math.round(cents)));
