import { z } from 'zod/mini';
import { ageBands } from '#domain/metrics/metrics.ts';
import { calendarDay } from '#wire/fields.ts';
import { read } from '#wire/route.ts';

/** Figures of the appointments that take place in a range, and of the payments received in it (decisions G-MET-1). */
const figures = z.object({
  /** Not canceled. */
  appointments: z.number(),
  scheduled: z.number(),
  requested: z.number(),
  completed: z.number(),
  canceled: z.number(),
  revenue_booked: z.number(),
  /** Succeeded payments less what was refunded. */
  revenue_collected: z.number(),
  /** Revenue booked per appointment; null without appointments. */
  average_fee: z.nullable(z.number()),
  /** Canceled of all, in percent; null without appointments. */
  cancellation_rate: z.nullable(z.number()),
  unsigned: z.number(),
  unpaid: z.number(),
  unpublished: z.number(),
  /** Median hours from the end of the inspection to the first publication; null without reports. */
  report_turnaround: z.nullable(z.number()),
});
export type Figures = z.infer<typeof figures>;

export const getMetrics = read('GET /v2/metrics/summary', {
  access: 'member',
  capability: 'see_metrics',
  summary:
    'Returns the figures of a range of days in the company’s time zone and of the equal range before, what is owed now by age, and the last twelve months.',
  input: z.object({ from: calendarDay, to: calendarDay }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    figures,
    previous: z.extend(figures, { from: z.string(), to: z.string() }),
    outstanding: z.array(z.object({ age: z.enum(ageBands), amount: z.number(), appointments: z.number() })),
    months: z.array(
      z.object({ month: z.string(), booked: z.number(), collected: z.number(), appointments: z.number() }),
    ),
  }),
  invalidates: ['appointments', 'payments', 'reports'],
});
