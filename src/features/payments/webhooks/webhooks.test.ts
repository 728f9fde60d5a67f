import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { cleanUp } from '#app/jobs/clean-up.ts';
import { addHours } from '#domain/base/time.ts';
import { gatewayCreds } from '#features/company/gateway-connection.ts';
import { putGateway } from '#features/company/gateway-contract.ts';
import { mine } from '#server/db/scope.ts';
import { openWebhookListener } from '#server/outside/pay/kit/gateway-bench-for-tests.ts';
import type { TestUser } from '#testing/test-user.ts';
import { openPaymentHarness } from '../attempts/payment-harness-for-tests.ts';
import { getPublicInvoice, type Invoice } from '../contract.ts';
import { pay } from '../pay-contract.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

const shown = (invoice: Invoice) => testApp.visitor.call(getPublicInvoice, { publicId: invoice.public_id });
const inbox = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (ctx) => mine(ctx, 'webhook_inbox').selectAll().execute());
const payments = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (ctx) => mine(ctx, 'payments').selectAll().execute());

/** Returns a generator of the same numbers in every run. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

// The gateways that sign their webhooks. The fault storm covers Authorize.Net and Fortis.
describe.each([4, 5, 6] as const)('webhooks of gateway %i', (gateway) => {
  test('record a payment once when its payer never returned', { timeout: 20_000 }, async () => {
    const owner = await harness.createCompany(gateway);
    const invoice = await harness.createInvoice(owner);
    const sim = harness.sim(gateway);
    sim.webhooks.mode({ kind: 'hold' });
    // The card is charged, and the answer and everything that could ask for it are lost.
    if (gateway === 5) await harness.openPayForm(invoice);
    else {
      const acted = await harness.openPayForm(invoice);
      // At PayPal only the capture fails: without reading the order first nothing is charged.
      const match = { path: gateway === 6 ? '/capture' : '/' };
      sim.listener.faults.add({ match, action: { kind: 'reset_after_commit' }, times: 9 });
      await testApp.visitor.call(pay, acted.input);
      sim.listener.faults.clear();
    }
    expect(sim.payments().at(-1)).toMatchObject({ isCharged: true, amountMinor: 60_000 });
    const before = (await harness.attempts(owner)).map((one) => one.state);
    expect(before).not.toContain('succeeded');
    await harness.advanceTime('2 minutes');
    const events = sim.webhooks.events().map((event) => event.id);
    const random = dice(gateway);
    sim.webhooks.mode({ kind: 'auto' });
    await sim.webhooks.release();
    for (let n = 0; n < 20; n += 1) await sim.webhooks.replay(events[random(events.length)] ?? '');
    await harness.waitUntilSettled();
    for (let n = 0; n < 3; n += 1) await harness.advanceTime('3 minutes');
    expect(await payments(owner)).toHaveLength(1);
    expect(await shown(invoice)).toMatchObject({ status: 'paid', outstanding: 0 });
    const heard = (await inbox(owner)).map((one) => one.event_id);
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.length).toBe(new Set(heard).size);
  });
});

describe('a webhook', () => {
  const post = (url: string, headers: Record<string, string>, body: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  test('is rejected, audited and not stored if it is forged, stale, or signed for another company', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    const sim = harness.sim(5);
    for (const kind of ['bad_signature', 'stale_timestamp'] as const) {
      sim.webhooks.mode({ kind });
      await harness.openPayForm(kind === 'bad_signature' ? invoice : await harness.createInvoice(owner));
      await sim.webhooks.idle();
      const { id } = sim.webhooks.events().at(-1) ?? {};
      const answers = sim.webhooks.deliveries().filter((one) => one.eventId === id);
      expect(new Set(answers.map((one) => one.status))).toEqual(new Set([401]));
    }
    expect(await inbox(owner)).toEqual([]);
    sim.webhooks.mode({ kind: 'auto' });
    const plain = await post(
      harness.addressOf(5, owner),
      { 'stripe-signature': 't=1,v1=00' },
      '{"id":"evt_1"}',
    );
    expect(plain.status).toBe(401);
    // A webhook that is valid for one company must not be valid for another.
    const other = await harness.createCompany(5);
    const hook = await openWebhookListener(() => testApp.clock.now());
    await fetch(`${sim.url}/v1/webhook_endpoints`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_gableSecretKey',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ url: hook.url, 'enabled_events[0]': 'payment_intent.succeeded' }),
    });
    await harness.openPayForm(await harness.createInvoice(owner));
    await sim.webhooks.idle();
    const [heard] = hook.requests;
    await hook.stop();
    const signature = { 'stripe-signature': heard?.headers['stripe-signature'] ?? '' };
    const body = Buffer.from(heard?.body ?? []).toString();
    expect(body).toContain('payment_intent.succeeded');
    const wrong = await post(harness.addressOf(5, other), signature, body);
    expect(wrong.status).toBe(401);
    await testApp.runDueJobs();
    expect((await harness.auditEntries(owner, 'webhook-refused')).length).toBeGreaterThanOrEqual(2);
    expect(await harness.auditEntries(other, 'webhook-refused')).toMatchObject([{ payment_type: 5 }]);
    expect(await payments(other)).toEqual([]);
    const strange = `${harness.addressOf(5, owner).replace(/stripe/, 'nobody')}`;
    expect((await post(strange, {}, '{}')).status).toBe(404);
    const unconnected = await testApp.create.owner();
    expect((await post(harness.addressOf(5, unconnected), {}, '{}')).status).toBe(404);
  });

  test('is rejected unread after too many invalid ones from the same caller', async () => {
    const owner = await harness.createCompany(5);
    const forged = () => post(harness.addressOf(5, owner), { 'stripe-signature': 't=1,v1=00' }, '{}');
    for (let n = 0; n < 60; n += 1) expect((await forged()).status).toBe(401);
    const many = await Promise.all([1, 2, 3].map(forged));
    expect(many.map((one) => one.status)).toEqual([429, 429, 429]);
    expect(await harness.auditEntries(owner, 'webhook-refused')).toHaveLength(60);
    // Webhooks of other companies come from the same address and must not be limited.
    const other = await harness.createCompany(5);
    const next = await post(harness.addressOf(5, other), { 'stripe-signature': 't=1,v1=00' }, '{}');
    expect(next.status).toBe(401);
  });

  test('of Authorize.Net is rate-limited if unsigned, and rejected if malformed', async () => {
    const owner = await harness.createCompany(3);
    await owner.call(putGateway, {
      subscriberId: owner.subscriberId,
      payment_type: 3,
      credentials: { signature_key: null },
    });
    const say = (body: string) => post(harness.addressOf(3, owner), {}, body);
    expect((await say('{"notificationId": ')).status).toBe(401);
    const eventBody = (n: number) =>
      JSON.stringify({
        notificationId: `n${n}`,
        eventType: 'net.authorize.payment.authcapture.created',
        payload: { id: `6000${n}`, entityName: 'transaction' },
      });
    for (let n = 0; n < 100; n += 1) expect((await say(eventBody(n))).status).toBe(200);
    expect((await say(eventBody(100))).status).toBe(429);
    expect(await inbox(owner)).toHaveLength(100);
    expect((await inbox(owner)).every((one) => !one.is_verified)).toBe(true);
  });

  test('with a known id and another body is stored next to the first, audited and reported once', async () => {
    const owner = await harness.createCompany(5);
    const secret = await testApp.readAs(owner.subscriberId, (ctx) => gatewayCreds(ctx, 5));
    const key = secret && 'webhook_secret' in secret ? (secret.webhook_secret ?? '') : '';
    const say = async (more: Record<string, unknown>, amount: number) => {
      const object = { id: 'pi_unknown', object: 'payment_intent', amount };
      const event = { id: 'evt_twice', object: 'event', type: 'payment_intent.succeeded', data: { object } };
      const body = JSON.stringify({ ...event, ...more });
      const timestamp = Math.floor(Date.parse(testApp.clock.now()) / 1000);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: key, timestamp });
      const answer = await post(harness.addressOf(5, owner), { 'stripe-signature': signature }, body);
      expect(answer.status).toBe(200);
    };
    await say({ pending_webhooks: 2 }, 100);
    // Delivered again after another endpoint has received it: the same webhook.
    await say({ pending_webhooks: 1 }, 100);
    expect(await inbox(owner)).toHaveLength(1);
    expect(await harness.auditEntries(owner, 'webhook-conflict')).toEqual([]);
    for (let n = 0; n < 3; n += 1) await say({ pending_webhooks: n }, 900);
    await say({}, 901);
    await testApp.runDueJobs();
    const stored = await inbox(owner);
    expect(stored).toHaveLength(3);
    expect(new Set(stored.map((one) => one.body_hash)).size).toBe(3);
    expect(stored.filter((one) => one.event_id.startsWith('evt_twice conflict '))).toHaveLength(2);
    expect(await harness.auditEntries(owner, 'webhook-conflict')).toMatchObject([
      { payment_type: 5, event: 'evt_twice' },
      { payment_type: 5, event: 'evt_twice' },
    ]);
    const mails = await testApp.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'outbound_messages').where('key', 'like', 'webhook_conflict.%').select('key').execute(),
    );
    expect(mails).toHaveLength(1);
    expect(await payments(owner)).toEqual([]);
  });

  test('is deleted after 90 days', async () => {
    const owner = await harness.createCompany(5);
    await harness.pay(await harness.createInvoice(owner));
    await harness.waitUntilSettled();
    expect((await inbox(owner)).length).toBeGreaterThan(0);
    await cleanUp(testApp.runtime);
    expect((await inbox(owner)).length).toBeGreaterThan(0);
    await testApp.writeAs(owner.subscriberId, (ctx) =>
      ctx.db
        .updateTable('webhook_inbox')
        .set({ received_at: addHours(ctx.now, -91 * 24) })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute(),
    );
    await cleanUp(testApp.runtime);
    expect(await inbox(owner)).toEqual([]);
  });

  test('about another amount than requested records nothing', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    const acted = await harness.openPayForm(invoice);
    // Our row was changed, or the gateway charged another amount.
    await testApp.writeAs(owner.subscriberId, (ctx) =>
      ctx.db
        .updateTable('payment_attempts')
        .set({ amount_cents: 50_000 })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('id', '=', acted.session.attempt_id)
        .execute(),
    );
    await harness.waitUntilSettled();
    expect(await harness.attempts(owner)).toMatchObject([{ problem: 'wrong_amount' }]);
    expect(await harness.auditEntries(owner, 'payment.refused')).toMatchObject([
      { reason: 'wrong_amount', amount_cents: 60_000 },
    ]);
    expect(await payments(owner)).toEqual([]);
    expect((await shown(invoice)).outstanding).toBe(600);
  });
});
