/** What a client may change about an appointment through the personal link, by the company's policy (decision 0083). */

import { asCents, type Cents } from '../base/money.ts';
import { addHours, type Instant, isBefore } from '../base/time.ts';
import type { AppointmentStatus } from '../scheduling/appointment-states.ts';
import { type CancellationPolicy, cancellationFees } from '../scheduling/cancellation.ts';

/** The settings of a company that decide what clients change themselves. */
export interface ChangePolicy extends CancellationPolicy {
  client_may_reschedule: boolean;
  client_may_cancel: boolean;
  /** Changes are possible until this many hours before the start. */
  change_deadline_hours: number;
}

/** What the rule needs of an appointment. */
export interface ChangeableAppointment {
  status: AppointmentStatus;
  date_time: Instant;
  total_cents: Cents;
  technicians: number;
  sub_events: number;
}

/**
 * Why a client can't do it, in the order of the checks. `closed`: canceled, completed or started. `fee`: it would cost
 * money and needs the company: moving while canceling has its price, or a fee for someone who may not see prices.
 * `visits`: more visits belong to it. `unassigned`: no technician whose free times could be offered.
 */
export const changeRefusals = ['off', 'closed', 'deadline', 'fee', 'visits', 'unassigned'] as const;
type ChangeRefusal = (typeof changeRefusals)[number];

/** What a client may do now; null where it is allowed. */
export interface ClientChanges {
  reschedule: ChangeRefusal | null;
  cancel: ChangeRefusal | null;
  /** The last moment for changes by the company's deadline. */
  deadline: Instant;
  /** The last moment for each, which is earlier where a fee prevents it. */
  reschedule_until: Instant;
  cancel_until: Instant;
  /** What canceling costs now. */
  fee_cents: Cents;
  /** What canceling costs from `free_until` on; 0 if it never costs anything. */
  late_fee_cents: Cents;
  free_until: Instant;
}

/**
 * Returns what a client may do with an appointment now, why not, and what canceling costs. All limits are elapsed hours
 * before the start, so no time zone plays a part.
 */
export function clientChanges(
  policy: ChangePolicy,
  appointment: ChangeableAppointment,
  now: Instant,
  { seesPrices }: { seesPrices: boolean },
): ClientChanges {
  const { date_time } = appointment;
  const deadline = addHours(date_time, -policy.change_deadline_hours);
  const feeAt = (at: Instant) => {
    // What the company has not confirmed costs nothing.
    const isConfirmed = appointment.status !== 'requested';
    return isConfirmed ? cancellationFees(policy, appointment, at).cancellation_cents : asCents(0);
  };
  const [fee_cents, late_fee_cents] = [feeAt(now), feeAt(date_time)];
  const free_until = addHours(date_time, -(policy.cancellation_hours ?? 0));
  const withoutFee = late_fee_cents > 0 && isBefore(free_until, deadline) ? free_until : deadline;
  const isOpen = appointment.status === 'requested' || appointment.status === 'scheduled';
  const late =
    isOpen && isBefore(now, date_time) ? (isBefore(deadline, now) ? 'deadline' : null) : ('closed' as const);
  return {
    reschedule: policy.client_may_reschedule ? (late ?? movingRefusal(appointment, fee_cents)) : 'off',
    cancel: policy.client_may_cancel ? (late ?? (fee_cents > 0 && !seesPrices ? 'fee' : null)) : 'off',
    deadline,
    reschedule_until: withoutFee,
    cancel_until: seesPrices ? deadline : withoutFee,
    fee_cents,
    late_fee_cents,
    free_until,
  };
}

/** Moving is free, so it must not be the way around the fee for canceling late. */
function movingRefusal(
  { technicians, sub_events }: ChangeableAppointment,
  feeCents: Cents,
): ChangeRefusal | null {
  if (feeCents > asCents(0)) return 'fee';
  if (sub_events > 0) return 'visits';
  return technicians === 0 ? 'unassigned' : null;
}
