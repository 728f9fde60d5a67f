import { sql } from 'kysely';
import { localDate, minutesOfDay, toLocal, type Zone } from '#domain/base/time.ts';
import { credentialKey, requiredCredentials } from '#domain/payments/gateways.ts';
import { compareGateway, comparisonJobKey } from '#features/payments/reconciliation/compare-gateway.job.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import type { Runtime } from '#server/runtime.ts';

/** The night of a company: its hour within it is its own, so that not all ask at once. */
const [firstHour, hours] = [2, 4];

/**
 * Sees to it that each connected gateway is compared with our book once per day of its company, at night there. What was
 * broken off, or whose job failed for good, is taken up again. Without keys nobody can be asked, and a simulator forgets when it
 * is started again: neither is begun. Gives how many were begun.
 */
export async function reconcileGateways(house: Runtime): Promise<number> {
  const now = house.clock.now();
  return asPlatform(house.db, async (trx) => {
    const connected = await trx
      .selectFrom('gateway_connections as c')
      .innerJoin('companies', 'companies.subscriber_id', 'c.subscriber_id')
      .where('c.status', 'in', ['ok', 'needs_attention'])
      .select(['c.subscriber_id', 'c.payment_type', 'companies.timezone'])
      .select(sql<boolean>`companies.settings @> '{"gateway_sandbox": true}'`.as('tries_out'))
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
    let begun = 0;
    const { sandboxMode } = house.installation;
    for (const { subscriber_id, payment_type, timezone, last_day, secrets, tries_out } of connected) {
      if (sandboxMode === 'simulator' && tries_out) continue;
      if (!hasKeys(payment_type as GatewayType, secrets)) continue;
      const zone = timezone as Zone;
      const day = localDate(now, zone);
      const isTime = minutesOfDay(toLocal(now, zone)) >= 60 * (firstHour + spread(subscriber_id));
      if (!isTime || (last_day !== null && last_day >= day)) continue;
      const key = { gateway: payment_type as GatewayType, day };
      const data = { ...key, asked: false };
      await house.queue.enqueue(trx, subscriber_id, compareGateway, data, { key: comparisonJobKey(key) });
      begun += 1;
    }
    return begun;
  });
}

function hasKeys(type: GatewayType, secrets: readonly string[]): boolean {
  return requiredCredentials(type).every((name) => secrets.includes(credentialKey(type, name)));
}

// The end of an id is random.
function spread(subscriberId: string): number {
  return Number.parseInt(subscriberId.slice(-4), 16) % hours;
}
