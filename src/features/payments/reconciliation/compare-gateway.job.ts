import { addHours, addMinutes, asInstant, type Instant, isBefore } from '#domain/base/time.ts';
import { gatewayNames } from '#domain/payments/gateways.ts';
import {
  maxReconciliationAttempts,
  maxReconciliationDays,
  reconciliationDays,
  reconciliationRetryMinutes,
} from '#domain/payments/payment-reconciliation.ts';
import {
  gatewayCreds,
  getGatewayConnection,
  getVerifiedAccount,
  isConnectionUsable,
} from '#features/company/gateway-connection.ts';
import { notify } from '#features/messages/notify.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import { GatewayError } from '#server/outside/pay/kit/gateway.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { notifyGatewayRejected } from '../notify-gateway-rejected.ts';
import type { ComparisonRun } from './compare-ledger.ts';
import { compareBookedPayments, compareGatewayPayments } from './compare-payments.ts';

/** Identifies a comparison: of a gateway, on a day of the company. */
export interface ComparisonKey {
  gateway: GatewayType;
  day: string;
}

/**
 * Compares the last days of a gateway's list with our ledger, both ways, once per company, gateway and day. An
 * interrupted run continues with what is left. A gateway that does not respond is retried later and finally skipped for
 * that night. Simulators are compared only on request, because they lose their data on restart.
 */
export const compareGateway = job<ComparisonKey & { asked: boolean }>(
  'payments/compare-gateway',
  async (ctx, { gateway, day, asked }) => {
    const key = { gateway, day };
    const creds = await ctx.read((r) => usableCreds(r, gateway));
    if (!creds || (creds.mode === 'simulator' && !asked)) return;
    const row = await ctx.tx((w) => startRun(w, key));
    if (row.state !== 'running') return;
    const since = await ctx.read((r) => sinceWhen(r, key));
    const account = await ctx.read(async (r) =>
      getVerifiedAccount(await getGatewayConnection(r, gateway), creds),
    );
    const of: ComparisonRun = { creds, account, since, startedAt: asInstant(row.started_at) };
    try {
      const listed = await ctx.external.pay.of(creds).list(creds, since);
      await compareGatewayPayments(ctx, of, listed);
      await compareBookedPayments(ctx, of);
      await ctx.tx((w) => finished(w, key, of, listed.length));
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      ctx.log.warn({ gateway, code: error.code, tries: row.tries }, 'a gateway could not be compared');
      await ctx.tx((w) => putOff(w, key, { creds, error, asked }));
    }
  },
  { retryLimit: 5, concurrency: 1, expireInSeconds: 900 },
);

/** Starts a comparison on request, even if one ran today. Differences found again are not reported as new. */
export async function requestComparison(w: WriteCtx, key: ComparisonKey): Promise<void> {
  await insertMine(w, 'gateway_comparisons', { ...key, state: 'running', started_at: w.now })
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'gateway', 'day'])
        .doUpdateSet({ state: 'running', tries: 0, error: '', started_at: w.now, finished_at: null })
        .where('gateway_comparisons.state', '<>', 'running'),
    )
    .execute();
  await w.enqueue(compareGateway, { ...key, asked: true }, { key: comparisonJobKey(key), runAt: w.now });
}

/** Returns the job key, so that a comparison requested twice runs once. */
export function comparisonJobKey({ gateway, day }: ComparisonKey): string {
  return `compare:${gateway}:${day}`;
}

async function usableCreds(ctx: ReadCtx, gateway: GatewayType): Promise<Creds | null> {
  return isConnectionUsable(await getGatewayConnection(ctx, gateway)) ? gatewayCreds(ctx, gateway) : null;
}

async function startRun(w: WriteCtx, key: ComparisonKey) {
  await insertMine(w, 'gateway_comparisons', { ...key, state: 'running', started_at: w.now })
    .onConflict((oc) => oc.columns(['subscriber_id', 'gateway', 'day']).doNothing())
    .execute();
  return mine(w, 'gateway_comparisons')
    .where('gateway', '=', key.gateway)
    .where('day', '=', key.day)
    .selectAll()
    .executeTakeFirstOrThrow();
}

/** Goes back some days, so that each payment is compared more than once, and further if the last run is older. */
async function sinceWhen(ctx: ReadCtx, { gateway }: ComparisonKey): Promise<Instant> {
  const last = await mine(ctx, 'gateway_comparisons')
    .where('gateway', '=', gateway)
    .where('state', '=', 'done')
    .select('started_at')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const usual = addHours(ctx.now, -24 * reconciliationDays);
  const first = addHours(ctx.now, -24 * maxReconciliationDays);
  if (!last) return usual;
  const before = addHours(asInstant(last.started_at), -24);
  const from = isBefore(before, usual) ? before : usual;
  return isBefore(from, first) ? first : from;
}

function row(w: WriteCtx, { gateway, day }: ComparisonKey) {
  return updateMine(w, 'gateway_comparisons')
    .where('gateway', '=', gateway)
    .where('day', '=', day)
    .where('state', '=', 'running');
}

async function finished(w: WriteCtx, key: ComparisonKey, of: ComparisonRun, listed: number): Promise<void> {
  const { agreeing } = await mine(w, 'payments')
    .where('gateway', '=', key.gateway)
    .where('compared_at', '>=', of.startedAt)
    .select((eb) => eb.fn.countAll<number>().as('agreeing'))
    .executeTakeFirstOrThrow();
  const done = await row(w, key)
    .set({ state: 'done', listed, agreeing: Number(agreeing), finished_at: w.now, error: '' })
    .executeTakeFirst();
  if (done.numUpdatedRows > 0n) await notifyOfDifferences(w, key, of.startedAt);
}

/**
 * Mails the differences found by this comparison; earlier ones were reported when they were found. Payments taken
 * outside the app are shown, and mailed only if they name one of our orders. Money for a deleted appointment or void
 * invoice was mailed when it arrived.
 */
async function notifyOfDifferences(
  w: WriteCtx,
  { gateway, day }: ComparisonKey,
  since: Instant,
): Promise<void> {
  const news = await mine(w, 'gateway_differences')
    .where('gateway', '=', gateway)
    .where('found_at', '>=', since)
    .where('resolved_at', 'is', null)
    .where('kind', 'not in', ['deleted', 'void'])
    .where((eb) => eb.or([eb('kind', '<>', 'foreign'), eb('appointment_id', 'is not', null)]))
    .orderBy('id')
    .select('id')
    .execute();
  const [first] = news;
  if (!first) return;
  await notify(w, 'gateway_differences', {
    occasion: `${gateway}.${day}.${first.id}`,
    facts: { gateway: gatewayNames[gateway], count: String(news.length) },
    path: '/settings?tab=payments',
  });
}

async function putOff(
  w: WriteCtx,
  key: ComparisonKey,
  { creds, error, asked }: { creds: Creds; error: GatewayError; asked: boolean },
): Promise<void> {
  const before = await startRun(w, key);
  const tries = before.tries + 1;
  const isOver = error.code === 'merchant_setup' || tries >= maxReconciliationAttempts;
  if (error.code === 'merchant_setup')
    await notifyGatewayRejected(w, { gateway: creds.type, mode: creds.mode }, error.message);
  await row(w, key)
    .set({
      tries,
      error: error.code,
      ...(isOver ? { state: 'failed', finished_at: w.now } : {}),
    })
    .execute();
  if (isOver) return;
  const runAt = addMinutes(w.now, reconciliationRetryMinutes(tries));
  await w.enqueue(compareGateway, { ...key, asked }, { key: comparisonJobKey(key), runAt });
}
