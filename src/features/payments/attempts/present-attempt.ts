import { isIdle } from '#domain/payments/payment-attempts.ts';
import type { AttemptRow } from '../attempt-store.ts';
import type { PayResult } from '../pay-contract.ts';
import { money } from '../present-payments.ts';

/** Converts an attempt to what its payer may see: its state and, if it was declined, a code for the reason. */
export function presentAttempt(
  row: Pick<AttemptRow, 'id' | 'state' | 'decline_code' | 'amount_cents'>,
): PayResult {
  return { attempt_id: row.id, state: stateOf(row), code: codeOf(row), amount: money(row.amount_cents) };
}

function stateOf({ state }: Pick<AttemptRow, 'state'>): PayResult['state'] {
  if (state === 'succeeded') return 'paid';
  if (state === 'failed') return 'declined';
  if (state === 'canceled' || state === 'expired') return 'closed';
  return isIdle(state) ? 'waiting' : 'processing';
}

// Someone testing stolen cards must not learn that fraud was detected.
function codeOf({ state, decline_code }: Pick<AttemptRow, 'state' | 'decline_code'>): string {
  if (state !== 'failed') return '';
  return decline_code === 'fraud' ? 'declined' : decline_code || 'declined';
}
