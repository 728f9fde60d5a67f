import { sql } from 'kysely';
import { localDate, minutesOfDay, toLocal, type Zone } from '#domain/base/time.ts';
import { credentialKey, requiredCredentials } from '#domain/payments/gateways.ts';
import { compareGateway, comparisonJobKey } from '#features/payments/reconciliation/compare-gateway.job.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import type { Runtime } from '#server/runtime.ts';

/** Comparisons run at night in the company's time zone, spread over these hours so that not all start at once. */
const [firstHour, hours] = [2, 4];

/**
 * Starts a comparison of each connected gateway with our records, once a day at night in the company's time zone, and
 * returns how many were started. Restarts comparisons that were interrupted or whose job failed permanently. Skips
 * gateways without keys, and simulators, which lose their data on restart.
 */
export async function reconcileGateways(runtime: Runtime): Promise<number> {
  const now = runtime.clock.now();
  return asPlatform(runtime.db, async (trx) => {
    const connected = await trx
      .selectFrom('gateway_connections as c')
      .innerJoin('companies', 'companies.subscriber_id', 'c.subscriber_id')
      .where('c.status', 'in', ['ok', 'needs_attention'])
      .select(['c.subscriber_id', 'c.payment_type', 'companies.timezone'])
      .select(sql<boolean>`companies.settings @> '{"gateway_sandbox": true}'`.as('is_sandbox'))
      .select(
        sql<string[]>`array(select s.name from company_secrets s
          where s.subscriber_id = c.subscriber_id and s.name like 'payment.%')`.as('secrets'),
      )
      .select((eb) =>
        eb
          .selectFrom('gateway_comparisons as g')
          .whereRef('g.subscriber_id', '=', 'c.subscriber_id')
          .whereRef('g.gateway', '=', 'c.payment_type')
          .where('g.state', '<>', 'running')
          .select((g) => g.fn.max('g.day').as('day'))
          .as('last_day'),
      )
      .execute();
    let started = 0;
    const { sandboxMode } = runtime.installation;
    for (const { subscriber_id, payment_type, timezone, last_day, secrets, is_sandbox } of connected) {
      if (sandboxMode === 'simulator' && is_sandbox) continue;
      if (!hasKeys(payment_type as GatewayType, secrets)) continue;
      const zone = timezone as Zone;
      const day = localDate(now, zone);
      const isTime = minutesOfDay(toLocal(now, zone)) >= 60 * (firstHour + spread(subscriber_id));
      if (!isTime || (last_day !== null && last_day >= day)) continue;
      const key = { gateway: payment_type as GatewayType, day };
      const data = { ...key, asked: false };
      await runtime.queue.enqueue(trx, subscriber_id, compareGateway, data, { key: comparisonJobKey(key) });
      started += 1;
    }
    return started;
  });
}

function hasKeys(type: GatewayType, secrets: readonly string[]): boolean {
  return requiredCredentials(type).every((name) => secrets.includes(credentialKey(type, name)));
}

// The end of an id is random.
function spread(subscriberId: string): number {
  return Number.parseInt(subscriberId.slice(-4), 16) % hours;
}
