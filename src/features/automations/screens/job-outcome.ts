import type { Tone } from '#web/theme/colors.ts';
import type { AutomationJob, JobDelivery } from '../jobs-contract.ts';

export type JobOutcome =
  | 'planned'
  | Exclude<AutomationJob['status'], 'pending'>
  | Exclude<JobDelivery['state'], 'sent'>;

/** The tone of what became of a job. */
export const outcomeTones: Readonly<Record<JobOutcome, Tone>> = {
  planned: 'info',
  ...{ done: 'ok', delivered: 'ok', skipped: 'warn', canceled: 'mute' },
  ...{ sending: 'info', retrying: 'warn', on_hold: 'mute' },
  ...{ uncertain: 'warn', failed: 'bad', blocked: 'bad', bounced: 'bad' },
};

/** The worst first. */
const problems = [
  ...(['bounced', 'blocked', 'failed', 'uncertain'] as const),
  ...(['retrying', 'on_hold', 'sending'] as const),
];

/** Returns what became of a job; of one that was sent to several, the worst of it. */
export function outcomeOf({ status, deliveries }: Pick<AutomationJob, 'status' | 'deliveries'>): JobOutcome {
  if (status === 'pending') return 'planned';
  if (status !== 'done' || deliveries.length === 0) return status;
  const states = deliveries.map((one) => one.state);
  const worst = problems.find((one) => states.includes(one));
  return worst ?? (states.includes('sent') ? 'done' : 'delivered');
}
