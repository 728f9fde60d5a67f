import { addHours } from '#domain/base/time.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/**
 * Deletes expired data: idempotent responses (48 h), counters, expired sessions and codes, short links (a month later),
 * driving times (60 days), webhooks both ways (90 days).
 */
export async function cleanUp(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now();
  await asPlatform(runtime.db, async (trx) => {
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
      .deleteFrom('short_links')
      .where('expires_at', '<', addHours(now, -30 * 24))
      .execute();
    await trx
      .deleteFrom('travel_times')
      .where('measured_at', '<', addHours(now, -60 * 24))
      .execute();
    await trx
      .deleteFrom('webhook_inbox')
      .where('received_at', '<', addHours(now, -90 * 24))
      .execute();
    await trx
      .deleteFrom('webhook_deliveries')
      .where('finished_at', '<', addHours(now, -90 * 24))
      .execute();
  });
}
