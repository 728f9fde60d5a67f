import { asCents, type Cents, toCents } from './money.ts';
import type { Instant } from './time.ts';

/** What a company charges for appointments that are called off late, in wire units; hours null means it charges nothing. */
export interface CancellationPolicy {
  /** Free of charge until so many hours before the start. */
  cancellation_hours: number | null;
  /** 1 percent of the total, 2 an amount. */
  cancellation_fee_type: number;
  cancellation_fee: number;
  /** For coming in vain: when the appointment has begun. */
  trip_fee: number;
}

export interface CancellationFees {
  /** 0: it is called off in time, or the company charges nothing. */
  cancellation_cents: Cents;
  trip_cents: Cents;
}

/**
 * What calling an appointment off now costs by the company's policy: the fee from `cancellation_hours` before the start on,
 * never more than the total by percent; the trip fee once it has begun. A proposal: whoever cancels decides.
 */
export function cancellationFees(
  policy: CancellationPolicy,
  appointment: { date_time: Instant; total_cents: Cents },
  now: Instant,
): CancellationFees {
  const hours = policy.cancellation_hours;
  const left = Date.parse(appointment.date_time) - Date.parse(now);
  const isLate = hours !== null && left < hours * 3_600_000;
  const percent = Math.min(100, Math.max(0, policy.cancellation_fee));
  const fee =
    policy.cancellation_fee_type === 1
      ? asCents(Math.round((Math.max(0, appointment.total_cents) * percent) / 100))
      : toCents(Math.max(0, policy.cancellation_fee));
  return {
    cancellation_cents: isLate ? fee : asCents(0),
    trip_cents: left <= 0 ? toCents(Math.max(0, policy.trip_fee)) : asCents(0),
  };
}
