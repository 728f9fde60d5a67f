import type { PlanLimit } from '#domain/company/plan-limit.ts';
import type { Company } from '#features/company/get-company.ts';
import { badInput } from '#wire/errors.ts';

/**
 * Whether visitors may book times of this company themselves: its settings and its plan allow it. Otherwise they send
 * requests, which are always accepted.
 */
export function isSchedulingOn({ settings }: Company, plan: PlanLimit): boolean {
  return settings.enable_online_scheduling && plan.canConfirm;
}

/** Throws BAD_USER_INPUT unless visitors may book times of this company themselves. */
export function requireScheduling(company: Company, plan: PlanLimit): void {
  if (isSchedulingOn(company, plan)) return;
  throw badInput({ mode: 'Online scheduling is off. Please send a request instead.' });
}
