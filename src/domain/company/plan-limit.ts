import { addHours, type Instant, isBefore } from '../base/time.ts';

/** What a company's plan allows in its current period. */
export interface Plan {
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'expired';
  periodStart: Instant;
  periodEnd: Instant;
  /** When the first unpaid charge failed. */
  pastDueSince: Instant | null;
  /** Null for no limit. */
  maxAppointments: number | null;
}

/** The appointments of the current period, without those that were canceled before they were confirmed. */
export interface PlanUse {
  created: number;
  /** Those of them that are confirmed. */
  confirmed: number;
}

/** What a company may still do (decisions G-APT-8, G-SUB-1). */
export interface PlanLimit {
  /** The office can't add appointments. */
  isReached: boolean;
  /** Clients book times, and the office confirms what they requested. Requests are always accepted. */
  canConfirm: boolean;
}

/** So many appointments of clients are confirmed above the plan, so that none of them is sent away. */
const confirmedAbove = 5;
const graceHours = 7 * 24;

/** Returns what the plan allows now. A company without one has no limit. */
export function planLimit(plan: Plan | null, use: PlanUse, now: Instant): PlanLimit {
  if (plan === null) return { isReached: false, canConfirm: true };
  if (hasEnded(plan, now)) return { isReached: true, canConfirm: false };
  const most = plan.maxAppointments ?? Number.POSITIVE_INFINITY;
  return { isReached: use.created >= most, canConfirm: use.confirmed < most + confirmedAbove };
}

function hasEnded({ status, periodEnd, pastDueSince }: Plan, now: Instant): boolean {
  if (status === 'canceled' || status === 'expired') return true;
  if (status === 'trialing') return !isBefore(now, periodEnd);
  return status === 'past_due' && pastDueSince !== null && isBefore(addHours(pastDueSince, graceHours), now);
}
