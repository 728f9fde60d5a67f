import { isIdle } from '#domain/payments/payment-attempts.ts';
import type { AttemptRow } from '../attempt-store.ts';
import type { PayResult } from '../pay-contract.ts';
import { money } from '../present-payments.ts';

/** A try as its payer may see it: what became of it and, when it was declined, one word for why. */
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

// Whoever tries stolen cards need not know that this was seen.
function codeOf({ state, decline_code }: Pick<AttemptRow, 'state' | 'decline_code'>): string {
  if (state !== 'failed') return '';
  return decline_code === 'fraud' ? 'declined' : decline_code || 'declined';
}
