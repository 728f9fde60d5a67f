import { fromCents } from '#domain/base/money.ts';
import { builtInLines } from '#domain/pricing/localize-details.ts';
import { cancelForClient } from '#features/appointments/status/cancel-for-client.ts';
import type { WriteCtx } from '#server/context.ts';
import { langOf } from '#server/translate.ts';
import { AppError } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { cancelByClient as contract } from '../change-contract.ts';
import { changedMeanwhile, openForChange } from './client-changes.ts';

/**
 * Cancels the link's appointment and charges the fee that its client confirmed, as the office's dialog does. Throws
 * CONFLICT if the policy refuses it, or if it costs something else by now.
 */
export async function cancelByClient(ctx: WriteCtx, input: HandlerInput<typeof contract>): Promise<null> {
  const { company, appointment, holder, changes } = await openForChange(ctx, input, 'cancel');
  const fee = fromCents(changes.fee_cents);
  if (input.fee !== fee) throw new AppError('CONFLICT', 'The cancellation fee has changed', { fee });
  const lang = langOf(company.settings.message_language);
  const isCanceled = await cancelForClient(ctx, appointment, {
    reason: input.reason,
    person_id: holder.person_id,
    credit_item: builtInLines.credit[lang],
    fees: fee > 0 ? [{ kind: 'cancellation', line_item: builtInLines.fee[lang], pretax_amount: fee }] : [],
  });
  if (!isCanceled) throw changedMeanwhile();
  return null;
}
