import { describe, expect, test } from 'vitest';
import { gatewayCreds } from '#features/company/gateway-connection.ts';
import { putGateway } from '#features/company/gateway-contract.ts';
import { mine } from '#server/db/scope.ts';
import { makeRefund } from '#server/outside/pay/kit/gateway-bench-for-tests.ts';
import type { TestUser } from '#testing/test-user.ts';
import { inRotation } from '#testing/thorough.ts';
import { type TestGateway, testGateways } from '../attempts/gateway-cards-for-tests.ts';
import { overrideGateway } from '../attempts/gateway-doubles-for-tests.ts';
import { openPaymentHarness, type TestInvoice } from '../attempts/payment-harness-for-tests.ts';
import { getPublicInvoice } from '../contract.ts';
import { pay } from '../pay-contract.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

/** Orders for each gateway; `npm run bench -- payments` runs 200 for each. */
const orders = Number(process.env.GABLE_WEBHOOK_ORDERS ?? 2);
const times = 5;

/** Returns a generator of the same numbers in every run. */
function dice(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

let calls = 0;
/** Returns a new IP address, so that rate limits per address do not interfere. */
function ip() {
  calls += 1;
  return { ip: `10.7.${(calls >> 8) & 255}.${calls & 255}` };
}

const rowsOf = (owner: TestUser, table: 'payments' | 'webhook_inbox' | 'payment_refunds') =>
  testApp.readAs(owner.subscriberId, (ctx) => mine(ctx, table).selectAll().execute());

/** Returns what our ledger says about an invoice. */
async function endOf(owner: TestUser, invoice: TestInvoice) {
  const now = await testApp.visitor.call(getPublicInvoice, { publicId: invoice.public_id, p: invoice.p });
  const { status, outstanding, credits, paid_amount, is_processing } = now;
  return testApp.readAs(owner.subscriberId, async (ctx) => {
    const attempts = await mine(ctx, 'payment_attempts')
      .where('invoice_id', '=', invoice.id)
      .orderBy('state')
      .select(['state', 'problem'])
      .execute();
    const payments = await mine(ctx, 'payments')
      .where('invoice_id', '=', invoice.id)
      .select(['amount_cents', 'refunded_cents', 'status'])
      .execute();
    return { status, outstanding, credits, paid_amount, is_processing, attempts, payments };
  });
}

/** Charges the payer's card while the answer is lost: the process is gone before it arrives. */
async function chargeUnreported(gateway: TestGateway, invoice: TestInvoice): Promise<string> {
  const { session, input } = await harness.openPayForm(invoice);
  if (gateway !== 5) {
    harness.crashOn(() => 'after');
    await testApp.visitor.request(pay, input, ip());
    harness.crashOn(() => null);
  }
  const there = harness
    .sim(gateway)
    .payments()
    .find((one) => one.attemptId === session.attempt_id);
  expect(there).toMatchObject({ isCharged: true, amountMinor: 60_000 });
  return there?.ref ?? '';
}

/** Refunds $100 at the gateway itself, outside the app. */
async function refundAtGateway(owner: TestUser, gateway: TestGateway, ref: string): Promise<void> {
  // Authorize.Net and Fortis make partial refunds only of settled payments.
  if (gateway === 3 || gateway === 7) harness.sim(gateway).clock.advance(86_400_000);
  const creds = await testApp.readAs(owner.subscriberId, (ctx) => gatewayCreds(ctx, gateway));
  if (!creds) throw new Error('no keys');
  const outcome = await testApp.runtime.external.pay
    .of(creds)
    .refund(creds, makeRefund(ref, { amountMinor: 10_000 }));
  expect(outcome.state).not.toBe('failed');
}

/** Delivers each webhook five times, in random order, some concurrently. */
async function deliverShuffled(
  gateway: TestGateway,
  ids: readonly string[],
  random: () => number,
): Promise<void> {
  const { webhooks } = harness.sim(gateway);
  const all = Array.from({ length: times }, () => ids)
    .flat()
    .map((id) => ({ id, at: random() }))
    .toSorted((one, other) => one.at - other.at);
  for (let from = 0; from < all.length; from += 3)
    await Promise.all(all.slice(from, from + 3).map(({ id }) => webhooks.replay(id)));
  await testApp.runDueJobs();
}

describe.each(inRotation(testGateways, 2, 0))(
  'webhooks of gateway %i, each delivered five times in shuffled order,',
  (gateway) => {
    test('lead to the same result in any order, even if our own answer was lost', {
      timeout: 20_000 + orders * 5_000,
    }, async () => {
      const owner = await harness.createCompany(gateway);
      const sim = harness.sim(gateway);
      sim.webhooks.mode({ kind: 'hold' });
      const random = dice(gateway);
      const ends: { refunded: Awaited<ReturnType<typeof endOf>>[]; retried: typeof ends.refunded } = {
        refunded: [],
        retried: [],
      };
      for (let order = 0; order < orders; order += 1) {
        const since = sim.webhooks.events().length;
        const invoice = await harness.createInvoice(owner);
        const isRefunded = order % 2 === 0;
        if (!isRefunded) {
          const { input } = await harness.openPayForm(invoice, 'declined');
          expect((await testApp.visitor.request(pay, input, ip())).data).toMatchObject({ state: 'declined' });
        }
        const ref = await chargeUnreported(gateway, invoice);
        if (isRefunded) await refundAtGateway(owner, gateway, ref);
        expect(await rowsOf(owner, 'webhook_inbox')).toHaveLength(0);
        const before = await endOf(owner, invoice);
        expect(before.payments).toEqual([]);
        const ids = sim.webhooks
          .events()
          .slice(since)
          .map((event) => event.id);
        expect(ids.length).toBeGreaterThan(0);
        await deliverShuffled(gateway, ids, random);
        const inbox = await rowsOf(owner, 'webhook_inbox');
        expect(inbox).toHaveLength(new Set(inbox.map((one) => one.event_id)).size);
        await testApp.writeAs(owner.subscriberId, (ctx) =>
          ctx.db.deleteFrom('webhook_inbox').where('subscriber_id', '=', owner.subscriberId).execute(),
        );
        const kind = isRefunded ? ends.refunded : ends.retried;
        kind.push(await endOf(owner, invoice));
        expect(kind.at(-1)).toEqual(kind[0]);
      }
      sim.webhooks.mode({ kind: 'auto' });
      const paid = { status: 'paid', outstanding: 0, credits: 0, paid_amount: 600, is_processing: false };
      // Authorize.Net and Fortis do not report refunds with a payment: the nightly comparison finds them.
      const reportsRefunds = gateway !== 3 && gateway !== 7;
      expect(ends.refunded[0]).toMatchObject({
        ...paid,
        ...(reportsRefunds ? { credits: 100, paid_amount: 500 } : {}),
        payments: [{ amount_cents: 60_000, refunded_cents: reportsRefunds ? 10_000 : 0 }],
      });
      expect(ends.refunded[0]?.attempts).toMatchObject([{ problem: '' }]);
      expect(ends.retried[0]).toMatchObject({
        ...paid,
        payments: [{ amount_cents: 60_000, refunded_cents: 0 }],
      });
      expect(ends.retried[0]?.attempts.at(-1)).toEqual({ state: 'succeeded', problem: '' });
    });
  },
);

describe.each(inRotation(testGateways, 2, 1))('a webhook of gateway %i', (gateway) => {
  const sim = harness.sim(gateway);

  test('that is forged or for another company is rejected and audited, and changes nothing', async () => {
    const owner = await harness.createCompany(gateway);
    const other = await harness.createCompany(gateway);
    // This company must not have the keys of the first.
    if (gateway === 3) {
      const credentials = { signature_key: 'B7'.repeat(64) };
      await other.call(putGateway, { subscriberId: other.subscriberId, payment_type: 3, credentials });
    }
    const invoice = await harness.createInvoice(owner);
    sim.webhooks.mode({ kind: 'bad_signature' });
    const since = sim.webhooks.events().length;
    await chargeUnreported(gateway, invoice);
    await sim.webhooks.idle();
    const events = sim.webhooks
      .events()
      .slice(since)
      .filter((one) => one.url.endsWith(owner.subscriberId));
    const ids = new Set(events.map((one) => one.id));
    const answers = () => sim.webhooks.deliveries().filter((one) => ids.has(one.eventId));
    expect(new Set(answers().map((one) => one.status))).toEqual(new Set([401]));
    sim.webhooks.mode({ kind: 'auto' });
    const [first] = events;
    if (!first) throw new Error('no webhook was sent');
    const copy = { ...first, id: `${first.id}-misled`, url: harness.addressOf(gateway, other) };
    sim.webhooks.emit(copy);
    await sim.webhooks.idle();
    const misled = sim.webhooks.deliveries().filter((one) => one.eventId === copy.id);
    expect(new Set(misled.map((one) => one.status))).toEqual(new Set([401]));
    await testApp.runDueJobs();
    for (const company of [owner, other]) {
      expect(await rowsOf(company, 'webhook_inbox')).toEqual([]);
      expect(await rowsOf(company, 'payments')).toEqual([]);
      expect((await harness.auditEntries(company, 'webhook-refused')).length).toBeGreaterThan(0);
    }
  });

  test('that is delivered again a day later is stored once, and one with an old signature is rejected', async () => {
    const owner = await harness.createCompany(gateway);
    const since = sim.webhooks.events().length;
    await chargeUnreported(gateway, await harness.createInvoice(owner));
    await harness.waitUntilSettled();
    const stored = await rowsOf(owner, 'webhook_inbox');
    expect(stored.length).toBeGreaterThan(0);
    for (const { id } of sim.webhooks.events().slice(since)) await sim.webhooks.replay(id);
    await testApp.runDueJobs();
    expect(await rowsOf(owner, 'webhook_inbox')).toHaveLength(stored.length);
    expect(await rowsOf(owner, 'payments')).toHaveLength(1);
    if (gateway !== 5) return;
    sim.webhooks.mode({ kind: 'stale_timestamp' });
    await chargeUnreported(gateway, await harness.createInvoice(owner));
    await harness.waitUntilSettled();
    sim.webhooks.mode({ kind: 'auto' });
    expect(await rowsOf(owner, 'webhook_inbox')).toHaveLength(stored.length);
    expect((await harness.auditEntries(owner, 'webhook-refused')).length).toBeGreaterThan(0);
  });

  test('about another amount than requested records nothing and is audited', async () => {
    const owner = await harness.createCompany(gateway);
    const invoice = await harness.createInvoice(owner);
    overrideGateway(harness, (real) => ({
      fetch: async (...of) => {
        const outcome = await real.fetch(...of);
        return { ...outcome, amountMinor: outcome.amountMinor + 1 };
      },
    }));
    await chargeUnreported(gateway, invoice);
    await harness.waitUntilSettled();
    expect((await rowsOf(owner, 'webhook_inbox')).length).toBeGreaterThan(0);
    expect(await rowsOf(owner, 'payments')).toEqual([]);
    expect(await harness.auditEntries(owner, 'payment.refused')).toMatchObject([
      { reason: 'wrong_amount', amount_cents: 60_001 },
    ]);
    expect((await harness.attempts(owner)).at(-1)).toMatchObject({ problem: 'wrong_amount' });
  });
});
