import { fromCents } from '#domain/base/money.ts';
import { formatWithOffset, type Instant, localDate } from '#domain/base/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { ChangeOptions, getChangeOptions } from '../change-contract.ts';
import { openChange } from './client-changes.ts';

/** Returns what the owner of the personal link may change now, why not, and what canceling costs. */
export async function showChangeOptions(
  ctx: ReadCtx | WriteCtx,
  input: HandlerInput<typeof getChangeOptions>,
): Promise<ChangeOptions> {
  const { company, start, holder, changes } = await openChange(ctx, input.p);
  const { timezone, currency } = company;
  const { fee_cents, late_fee_cents, free_until, reschedule, cancel } = changes;
  const at = (moment: Instant) => formatWithOffset(moment, timezone);
  const seesPrices = holder.rights.view_invoice;
  return {
    start: at(start),
    timezone,
    currency,
    today: localDate(ctx.now, timezone),
    reschedule,
    cancel,
    deadline: at(changes.deadline),
    reschedule_until: at(changes.reschedule_until),
    cancel_until: at(changes.cancel_until),
    fee: seesPrices ? fromCents(fee_cents) : null,
    late: seesPrices && late_fee_cents > 0 ? { fee: fromCents(late_fee_cents), from: at(free_until) } : null,
  };
}
