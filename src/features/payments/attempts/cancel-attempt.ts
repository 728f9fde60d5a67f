import { isIdle } from '#domain/payments/payment-attempts.ts';
import type { ActionCtx } from '#server/context.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import { GatewayError, type Outcome } from '#server/outside/pay/kit/gateway.ts';
import { canceledOutcome } from '#server/outside/pay/kit/outcomes.ts';
import { AppError } from '#wire/errors.ts';
import { isGatewayPageOpen } from '../attempt-store.ts';
import {
  type AttemptAtGateway,
  couldBePaidElsewhere,
  isPageInOtherAccount,
  loadAttemptAtGateway,
} from './attempt-at-gateway.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Makes sure that a waiting attempt can no longer be paid. If it turns out to be paid, the payment is recorded. An
 * attempt that is being charged concurrently stays unchanged, so callers must read it again.
 */
export async function cancelAttempt(ctx: ActionCtx, attemptId: string): Promise<void> {
  const at = await ctx.read((r) => loadAttemptAtGateway(r, attemptId));
  if (!at || !isIdle(at.row.state)) return;
  const { creds, attempt } = at;
  if (isPageInOtherAccount(at, ctx.now)) throw maybePaid();
  try {
    const outcome = creds ? await closed(ctx, at, creds) : canceledOutcome(attempt);
    await ctx.tx((w) => settleAttempt(w, attemptId, outcome, 'closing'));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.code === 'not_found' && couldBePaidElsewhere(at, ctx.now)) throw maybePaid();
    if (error.code === 'not_found') {
      await ctx.tx((w) => settleAttempt(w, attemptId, canceledOutcome(attempt), 'closing'));
      return;
    }
    throw new AppError('GATEWAY_ERROR', 'The payment provider isn’t responding. Try again in a minute.');
  }
}

// A page that cannot be closed expires by itself. Until then, only a payment found there ends its attempt.
async function closed(ctx: ActionCtx, { row, attempt }: AttemptAtGateway, creds: Creds): Promise<Outcome> {
  const gateway = ctx.external.pay.of(creds);
  if (!isGatewayPageOpen(row, ctx.now)) return gateway.cancel(creds, attempt);
  const found = await gateway.findByAttempt(creds, attempt);
  if (!found) throw maybePaid();
  return found;
}

function maybePaid(): AppError {
  return new AppError('CONFLICT', 'A payment is being confirmed. Try again in a moment.');
}
