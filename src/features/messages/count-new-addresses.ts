import type { WriteCtx } from '#server/context.ts';
import { addressesIn } from './events/record-message-event.ts';
import { countOrRefuse } from './sending/count-by-hand.ts';
import { strangersAmong } from './sending/find-strangers.ts';

/**
 * Counts addresses that mails will go to from now on because a setting or an action names them: each that the company did not
 * know as a new one, whatever is sent. Throws RATE_LIMITED if the hour has no room for all.
 */
export async function countNewAddresses(ctx: WriteCtx, addresses: readonly string[]): Promise<void> {
  const strangers = await strangersAmong(ctx, addressesIn(addresses.join(',')));
  if (strangers.length > 0) await countOrRefuse(ctx, 'stranger', strangers.length);
}
