import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  createTestToken,
  getSimulator,
  type TestGateway,
  testGatewayKeys,
  testGateways,
} from '../../src/features/payments/attempts/gateway-cards-for-tests.ts';
import type { PaySimulator } from '../../src/simulators/pay/kit/provider.ts';
import { startPaySimulators } from '../../src/simulators/pay/pay-simulators.ts';
import {
  bookAnotherAppointment,
  crashPassword,
  crashWriter,
  createCrashAccount,
} from '../../src/testing/crash-writer.ts';
import { freePort, startServer } from '../../src/testing/running-server.ts';
import { createCaller, createVisitorCaller } from './payment-caller.ts';
import { createRandom, injectFaults, type RandomFn } from './payment-faults.ts';
import type { ChaosCompany, Shown } from './payment-types.ts';
import { verifyPayments } from './payment-verification.ts';

interface ChaosOptions {
  payments: number;
  kills: number;
  seed: number;
  say: (line: string) => void;
}

/** Square, Fortis and Authorize.Net report reliably after a quarter of an hour that a charge never arrived. */
const minutesUntilFinal = 17;
const payersEach = 3;

/**
 * Pays through the built server with all five gateways at once, with broken calls and lost, repeated, shuffled and
 * forged webhooks, while the server is killed with -9 at random moments and restarted and the simulators keep running.
 * Then waits until everything is settled and returns what was not charged, booked or refunded exactly once.
 */
export async function runPaymentChaos({ payments, kills, seed, say }: ChaosOptions): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gable-fire-'));
  const sims = await startPaySimulators();
  const port = await freePort();
  const env = {
    DEMO: '0',
    EMAIL_VERIFICATION: '0',
    LOG_LEVEL: 'fatal',
    TRUST_PROXY: '1',
    STRIPE_API_BASE: sims.stripe.url,
    SQUARE_API_BASE: sims.square.url,
    ANET_API_BASE: sims.authorizeNet.url,
    PAYPAL_API_BASE: sims.paypal.url,
    FORTIS_API_BASE: sims.fortis.url,
  };
  const start = (more: Record<string, string> = {}) =>
    startServer({ dataDir: join(folder, 'data'), port, env: { ...env, ...more } });
  let server = await start();
  const again = async (more: Record<string, string> = {}) => {
    await server.stop();
    server = await start(more);
  };
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`;
  try {
    const shops: ChaosCompany[] = [];
    for (const gateway of testGateways)
      shops.push(await opened(server.origin, gateway, getSimulator(sims, gateway)));
    const each = Math.ceil(payments / shops.length);
    let [done, isOver] = [0, false];
    const killer = (async () => {
      const random = createRandom(seed);
      for (let kill = 1; kill <= kills && !isOver; kill += 1) {
        while (done < (kill - 0.5) * (payments / kills) && !isOver) await sleep(20);
        await sleep(random() * 400);
        if (kill % 5 === 0) say(`${done} attempted after ${seconds()}, killing the application (${kill})`);
        await server.kill();
        server = await start();
      }
    })();
    await Promise.all(
      shops.map((shop) => busy(shop, each, createRandom(seed + shop.gateway), () => (done += 1))),
    );
    isOver = done >= each * shops.length;
    await killer;
    say(`${done} attempted after ${seconds()}, waiting for pending ones`);
    await forEachInvoice(shops, (shop, id) => untilEnd(shop, id, 150_000));
    say(`checking again ${minutesUntilFinal} minutes later (${seconds()})`);
    const ahead = pathToFileURL(join(process.cwd(), 'bench/support/clock-ahead.mjs')).href;
    await again({ NODE_OPTIONS: `--import ${ahead}`, GABLE_AHEAD_MS: String(minutesUntilFinal * 60_000) });
    await forEachInvoice(shops, (shop, id) => untilEnd(shop, id, 30_000));
    await again();
    say(`paying open invoices (${seconds()})`);
    await forEachInvoice(shops, (shop, id) => payUntilPaid(shop, id, 60_000));
    await forEachInvoice(shops, (shop, id) => untilEnd(shop, id, 60_000));
    const faults: string[] = [];
    for (const shop of shops) faults.push(...(await verifyPayments(shop, say)));
    say(`finished after ${seconds()}`);
    return faults;
  } finally {
    await server.stop();
    await sims.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function opened(origin: string, gateway: TestGateway, sim: PaySimulator): Promise<ChaosCompany> {
  const account = await createCrashAccount(origin, `owner${gateway}@fire.example`);
  const call = createCaller(account);
  const token = (await account.token()).split('.')[1] ?? '';
  const { tid } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { tid: string };
  await call('POST', '/auth/confirm-identity', { password: crashPassword });
  const body = { payment_type: gateway, credentials: testGatewayKeys[gateway], sandbox: true };
  const saved = await call<{ connection: { status: string } }>(
    'PUT',
    `/company/${tid}/payment-gateway`,
    body,
  );
  if (saved.data?.connection.status !== 'ok') throw new Error(JSON.stringify(saved));
  // Every fourth number is a client.
  const { id: client } = await crashWriter(account, 4, { repeats: 0, isOver: false });
  const visitor = createVisitorCaller(account);
  return { gateway, sim, account, call, visitor, client, appointments: [], refunds: new Map() };
}

/** Pays invoices of one company, some concurrently, while its gateway breaks calls and webhooks. */
async function busy(shop: ChaosCompany, count: number, random: RandomFn, onDone: () => void): Promise<void> {
  let [left, next] = [count, 1];
  const payer = async () => {
    while (left > 0) {
      left -= 1;
      const id = await bookAnotherAppointment(shop.account, next++, shop.client);
      shop.appointments.push(id);
      injectFaults(shop.sim, random);
      await payUntilPaid(shop, id, 8_000, random);
      if (random() < 0.25) await refund(shop, id, random);
      onDone();
    }
  };
  await Promise.all(Array.from({ length: payersEach }, payer));
  shop.sim.listener.faults.clear();
  shop.sim.webhooks.mode({ kind: 'auto' });
}

async function shownOf({ call }: ChaosCompany, id: string): Promise<Shown> {
  const { data, error } = await call<Shown>('GET', `/appointments/${id}/invoice`);
  if (!data) throw new Error(`${id}: ${error?.message}`);
  return data;
}

/**
 * Simulates a payer who retries until the invoice is paid or leaves; sometimes twice at once, sometimes with a bad
 * card.
 */
async function payUntilPaid(
  shop: ChaosCompany,
  id: string,
  patienceMs: number,
  random?: RandomFn,
): Promise<void> {
  const { sim } = shop;
  // Half of them use the emailed link, the others pay in the office.
  const p = random && random() < 0.5 ? await personalPartOf(shop, id) : null;
  const call = p === null ? shop.call : shop.visitor;
  const link = p === null ? {} : { p };
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const shown = await shownOf(shop, id);
    if (shown.records.length > 0 || shown.outstanding <= 0) return;
    const of = `/public/invoices/${shown.public_id}`;
    const begun = await call<Parameters<typeof createTestToken>[1] & { attempt_id: string }>(
      'POST',
      `${of}/pay-session`,
      link,
    );
    if (!begun.data) {
      await sleep(500);
      continue;
    }
    const acted = tokenAt(sim, begun.data, random && random() < 0.1 ? 'declined' : 'good');
    if (!acted) continue;
    const body = { attempt_id: begun.data.attempt_id, ...link, ...acted };
    const times = random && random() < 0.15 ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: times }, () => call<{ state: string }>('POST', `${of}/pay`, body)),
    );
    if (random && answers.some(({ data }) => data?.state === 'paid' || data?.state === 'processing')) return;
  }
}

async function personalPartOf({ call }: ChaosCompany, id: string): Promise<string> {
  const { data } = await call<{ role: string; link: string }[]>('GET', `/appointments/${id}/links`);
  const link = data?.find((one) => one.role === 'client')?.link;
  if (!link) throw new Error(`${id}: no link of its client`);
  return new URL(link).searchParams.get('p') ?? '';
}

// An order that is already approved cannot be approved again: the payer sees that and returns.
function tokenAt(
  sim: PaySimulator,
  session: Parameters<typeof createTestToken>[1],
  card: 'good' | 'declined',
) {
  try {
    return createTestToken(sim, session, card);
  } catch {
    return null;
  }
}

async function refund(shop: ChaosCompany, id: string, random: RandomFn): Promise<void> {
  const [record] = (await shownOf(shop, id)).records;
  if (!record) return;
  const amount = random() < 0.3 ? 10 : record.amount;
  const body = { reason: 'Storm', amount };
  const answer = await shop.call('POST', `/payments/${record.id}/refund`, body, `refund-${record.id}`);
  // Rejected by a limit or a gateway: either nothing was requested, or the response said that nothing was refunded.
  if (answer.data) shop.refunds.set(id, amount);
}

/** Waits until nothing of an invoice is pending; retries unknown results as the office would. */
async function untilEnd(shop: ChaosCompany, id: string, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let asked = 0; ; asked += 1) {
    const shown = await shownOf(shop, id);
    const open = shown.attempts.filter((one) => !['failed', 'canceled', 'expired'].includes(one.state));
    const isRefunding = shown.records.some((one) =>
      one.refunds.some((refunded) => ['asking', 'pending', 'unknown'].includes(refunded.state)),
    );
    if ((open.length === 0 && !isRefunding) || performance.now() > until) return;
    for (const one of open) await shop.call('POST', `/payment-attempts/${one.id}/close`, {});
    // An attempt that cannot be settled yet is checked again later; a refund settles without help.
    if (!isRefunding && asked >= 1 && patienceMs > 60_000) return;
    await sleep(500);
  }
}

async function forEachInvoice(
  shops: readonly ChaosCompany[],
  act: (shop: ChaosCompany, id: string) => Promise<void>,
) {
  await Promise.all(
    shops.map(async (shop) => {
      const waiting = [...shop.appointments];
      const worker = async () => {
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await act(shop, id);
      };
      await Promise.all([worker(), worker(), worker()]);
    }),
  );
}
