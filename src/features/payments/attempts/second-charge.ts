import { gatewayNames } from '#domain/payments/gateways.ts';
import { isPaidState } from '#domain/payments/payment-attempts.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Outcome } from '#server/outside/pay/kit/gateway.ts';
import type { AttemptRow } from '../attempt-store.ts';
import { closeDifferences, saveDifference } from '../difference-store.ts';

/** The attempt whose payment came first. */
export interface FirstCharge {
  gateway: number;
  currency: string;
  payment_id: string | null;
  appointment_id: string;
}

/**
 * Records a second charge of an attempt as a difference for as long as that money is there. The first payment and its
 * reference stay unchanged. Returns whether the difference is new.
 */
export async function recordSecondCharge(
  w: WriteCtx,
  { gateway, ...of }: FirstCharge,
  second: Outcome,
  about: string,
): Promise<boolean> {
  const left = isPaidState(second.state) ? second.amountMinor - (second.refundedMinor ?? 0) : 0;
  if (left > 0)
    return saveDifference(w, { gateway, kind: 'not_here', about, ours_cents: 0, theirs_cents: left, ...of });
  await closeDifferences(w, gateway, about);
  return false;
}

/**
 * Returns whether the reported outcome of a paid attempt is about a charge other than its payment. Such a charge is
 * recorded separately and the administrators are notified once, without waiting for the nightly comparison. Callers
 * must not apply the outcome to the attempt.
 */
export async function isOfAnotherCharge(w: WriteCtx, row: AttemptRow, reported: Outcome): Promise<boolean> {
  if (row.state !== 'succeeded' || reported.gatewayRef === null) return false;
  const payment = await mine(w, 'payments')
    .where('attempt_id', '=', row.id)
    .select(['id', 'gateway_ref'])
    .executeTakeFirst();
  const first = payment?.gateway_ref;
  if (!first || first === reported.gatewayRef) return false;
  const { gateway, currency, appointment_id } = row;
  const of = { gateway, currency, payment_id: payment.id, appointment_id };
  // A charge that failed or is still waiting took no money.
  if (!isPaidState(reported.state) || !(await recordSecondCharge(w, of, reported, reported.gatewayRef)))
    return true;
  await notify(w, 'gateway_differences', {
    occasion: `${gateway}.${reported.gatewayRef}`,
    facts: { gateway: gatewayNames[gateway], count: '1' },
    path: '/settings?tab=payments',
  });
  return true;
}
