import { addHours } from '#domain/base/time.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** Removes what has served its time: answers kept for repeats (48 h), counters, dead sessions and codes, notices of gateways (90 days). */
export async function cleanUp(house: Runtime): Promise<void> {
  const now = house.clock.now();
  await asPlatform(house.db, async (trx) => {
    await trx.deleteFrom('idempotency_keys').where('created_at', '<', addHours(now, -48)).execute();
    await trx.deleteFrom('rate_limits').where('window_start', '<', addHours(now, -24)).execute();
    await trx
      .deleteFrom('sessions')
      .where('expires_at', '<', addHours(now, -7 * 24))
      .execute();
    await trx
      .deleteFrom('auth_codes')
      .where('expires_at', '<', addHours(now, -7 * 24))
      .execute();
    await trx
      .deleteFrom('webhook_inbox')
      .where('received_at', '<', addHours(now, -90 * 24))
      .execute();
  });
}
