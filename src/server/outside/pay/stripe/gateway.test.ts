import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { startStripeSimulator } from '#simulators/pay/stripe/simulator.ts';
import { randomCases } from '#testing/thorough.ts';
import { newId } from '../../../ids.ts';
import type { CredsOf } from '../kit/credentials.ts';
import { WebhookRejected } from '../kit/gateway.ts';
import {
  createGatewayBench,
  type GatewayBench,
  makeAttempt,
  makeRefund,
  openWebhookListener,
  payAttempt,
} from '../kit/gateway-bench-for-tests.ts';
import { gatewaySuite } from '../kit/gateway-suite-for-tests.ts';
import { runPaymentsWithFaults } from '../kit/payment-faults-for-tests.ts';
import { stripeGateway } from './gateway.ts';

const creds: CredsOf<5> = {
  type: 5,
  mode: 'simulator',
  connection: 'c1',
  publishable_key: 'pk_test_gable',
  secret_key: 'sk_test_gableSecretKey',
};
const card = (number: string) => ({ number, expMonth: 12, expYear: 2034, cvc: '123', postalCode: '78701' });

async function open(timeoutMs?: number): Promise<GatewayBench> {
  const sim = await startStripeSimulator();
  return createGatewayBench({
    name: 'stripe',
    sim,
    creds,
    make: stripeGateway,
    pays(session, typed) {
      sim.browser.tokenize(typed, { client_secret: session.clientToken ?? '' });
      return { value: session.gatewayRef ?? '' };
    },
    chargeCall: { method: 'GET', path: '/v1/payment_intents/' },
    refundCall: { method: 'POST', path: '/v1/refunds' },
    cards: { good: card('4242424242424242'), declined: card('4000000000000002') },
    timeoutMs,
  });
}

gatewaySuite(() => open(), { chargesHere: false, signsWebhooks: true });

describe('stripe', () => {
  let bench: GatewayBench;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench.sim.stop());

  test.each([
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'bad_cvc'],
    ['4000000000000119', 'try_again'],
  ])('maps the decline of %s to %s', async (number, code) => {
    const { outcome } = await payAttempt(bench, makeAttempt(), card(number));
    expect(outcome).toMatchObject({ state: 'failed', declineCode: code });
  });

  test('closes a declined intent, so that an old tab can no longer pay it', async () => {
    const { session, attempt } = await payAttempt(bench, makeAttempt(), card('4000000000000002'));
    bench.sim.browser.tokenize(card('4242424242424242'), { client_secret: session.clientToken ?? '' });
    expect((await bench.gateway.fetch(creds, attempt.gatewayRef ?? '')).state).toBe('failed');
  });

  test('keeps a declined intent open until the charge is completed', async () => {
    const begun = makeAttempt();
    const session = await bench.gateway.begin(creds, begun);
    const attempt = { ...begun, gatewayRef: session.gatewayRef };
    bench.sim.browser.tokenize(card('4000000000000002'), { client_secret: session.clientToken ?? '' });
    const declined = { state: 'awaiting_payer', declineCode: 'declined' };
    expect(await bench.gateway.fetch(creds, session.gatewayRef ?? '')).toMatchObject(declined);
    expect(await bench.gateway.findByAttempt(creds, attempt)).toMatchObject(declined);
    expect(await bench.gateway.charge(creds, attempt, { value: '' })).toMatchObject({
      state: 'failed',
      declineCode: 'declined',
    });
    expect((await bench.gateway.fetch(creds, session.gatewayRef ?? '')).state).toBe('failed');
  });

  test('3-D Secure waits for the payer, who may approve or deny', async () => {
    const { outcome, attempt } = await payAttempt(bench, makeAttempt(), card('4000002500003155'));
    expect(outcome.state).toBe('awaiting_payer');
    const answer = (choice: string) =>
      bench.sim.browser.hosted({
        method: 'POST',
        path: `challenge/${attempt.gatewayRef}`,
        form: new URLSearchParams({ choice }),
        publicUrl: '',
      });
    answer('close');
    expect((await bench.gateway.charge(creds, attempt, { value: '' })).state).toBe('awaiting_payer');
    answer('approve');
    expect((await bench.gateway.charge(creds, attempt, { value: '' })).state).toBe('succeeded');
    const denied = await payAttempt(bench, makeAttempt(), card('4000002760003184'));
    bench.sim.browser.hosted({
      method: 'POST',
      path: `challenge/${denied.attempt.gatewayRef}`,
      form: new URLSearchParams({ choice: 'deny' }),
      publicUrl: '',
    });
    expect(await bench.gateway.charge(creds, denied.attempt, { value: '' })).toMatchObject({
      state: 'failed',
      declineCode: 'authentication_required',
    });
  });

  test('finds the payment of the hosted checkout by its session', async () => {
    const attempt = makeAttempt({ checkoutStyle: 'redirect' });
    const session = await bench.gateway.begin(creds, attempt);
    expect(session.redirect?.url).toMatch(/\/hosted\/stripe\/checkout\/cs_test_/);
    const begun = { ...attempt, gatewayRef: session.gatewayRef };
    expect((await bench.gateway.charge(creds, begun, { value: '' })).state).toBe('awaiting_payer');
    const form = new URLSearchParams({
      number: '4242424242424242',
      expiry: '12/34',
      cvc: '123',
      postal_code: '1',
    });
    const path = `checkout/${session.gatewayRef}`;
    const reply = bench.sim.browser.hosted({ method: 'POST', path, form, publicUrl: '' });
    expect(reply?.headers?.location).toContain(`cs=${session.gatewayRef}`);
    expect(await bench.gateway.charge(creds, begun, { value: session.gatewayRef ?? '' })).toMatchObject({
      state: 'succeeded',
      attemptId: attempt.id,
    });
  });

  test('a canceled attempt cannot be paid, and canceling a paid one reports the payment', async () => {
    const attempt = makeAttempt();
    const { gatewayRef } = await bench.gateway.begin(creds, attempt);
    expect((await bench.gateway.cancel(creds, { ...attempt, gatewayRef })).state).toBe('canceled');
    const other = await payAttempt(bench);
    expect((await bench.gateway.cancel(creds, other.attempt)).state).toBe('succeeded');
  });

  test('starting twice creates one intent; other parameters under the same key are rejected', async () => {
    const attempt = makeAttempt();
    const [a, b] = [await bench.gateway.begin(creds, attempt), await bench.gateway.begin(creds, attempt)];
    expect(a.gatewayRef).toBe(b.gatewayRef);
    await expect(bench.gateway.begin(creds, { ...attempt, amountMinor: 1234 })).rejects.toMatchObject({
      code: 'refused',
    });
  });

  test('refunds parts one by one, never more than the whole, and reports the fee', async () => {
    const { outcome } = await payAttempt(bench);
    expect(outcome.feeMinor).toBe(1263);
    const ref = outcome.gatewayRef ?? '';
    const first = makeRefund(ref, { amountMinor: 10000 });
    expect(await bench.gateway.refund(creds, first)).toMatchObject({
      state: 'succeeded',
      amountMinor: 10000,
    });
    expect(await bench.gateway.refund(creds, first)).toMatchObject({
      state: 'succeeded',
      amountMinor: 10000,
    });
    expect(await bench.gateway.fetch(creds, ref)).toMatchObject({
      state: 'partially_refunded',
      refundedMinor: 10000,
    });
    expect(await bench.gateway.refund(creds, makeRefund(ref, { amountMinor: 40000 }))).toMatchObject({
      state: 'failed',
      failureCode: 'too_much',
    });
    expect((await bench.gateway.refund(creds, makeRefund(ref, { amountMinor: 32500 }))).state).toBe(
      'succeeded',
    );
    expect((await bench.gateway.fetch(creds, ref)).state).toBe('refunded');
  });

  test('never sends a live key to a simulator', async () => {
    const live = { ...creds, secret_key: 'sk_live_x', publishable_key: 'pk_live_x' };
    const before = bench.sim.listener.requests().length;
    expect(await bench.gateway.checkCredentials(live)).toMatchObject({ ok: false, code: 'wrong_mode' });
    await expect(bench.gateway.begin(live, makeAttempt())).rejects.toMatchObject({ code: 'merchant_setup' });
    expect(bench.sim.listener.requests().length).toBe(before);
  });

  test('accepts the published signature, but not with a changed byte or an old timestamp', async () => {
    const keys = { ...creds, webhook_secret: 'whsec_test_secret' };
    const body = Buffer.from(JSON.stringify({ id: 'evt_test_webhook', object: 'event' }, null, 2));
    const v1 = '4f1cd7feda9826e746b7d482c4badebb657398df1099e1046364f6196a230150';
    const request = {
      url: '',
      headers: { 'stripe-signature': `t=1700000000,v1=${v1}` },
      body,
      receivedAt: asInstant(new Date(1700000000_000).toISOString()),
    };
    expect(await bench.gateway.parseWebhook(keys, request)).toMatchObject([{ eventId: 'evt_test_webhook' }]);
    const changed = Buffer.from(body);
    changed[10] = (changed[10] ?? 0) ^ 1;
    const late = asInstant(new Date(1700000301_000).toISOString());
    for (const bad of [
      { ...request, body: changed },
      { ...request, receivedAt: late },
    ]) {
      await expect(bench.gateway.parseWebhook(keys, bad)).rejects.toThrow(WebhookRejected);
    }
  });

  test('rejects a webhook sent ten minutes late', async () => {
    const hook = await openWebhookListener(() => asInstant(bench.sim.clock.iso()));
    const { secrets } = await bench.gateway.registerWebhook(creds, hook.url, newId());
    bench.sim.webhooks.mode({ kind: 'stale_timestamp' });
    await payAttempt(bench);
    await bench.sim.webhooks.idle();
    bench.sim.webhooks.mode({ kind: 'auto' });
    await hook.stop();
    const [late] = hook.requests;
    if (!late) throw new Error('nothing arrived');
    await expect(bench.gateway.parseWebhook({ ...creds, ...secrets }, late)).rejects.toThrow(WebhookRejected);
  });

  test('the official SDK works with the simulator', async () => {
    const { hostname, port } = new URL(bench.sim.url);
    const sdk = new Stripe(creds.secret_key, { host: hostname, port, protocol: 'http', telemetry: false });
    const intent = await sdk.paymentIntents.create({
      amount: 1999,
      currency: 'usd',
      metadata: { attempt: 'pa_referee' },
    });
    expect(intent).toMatchObject({ amount: 1999, status: 'requires_payment_method' });
    bench.sim.browser.tokenize(card('4242424242424242'), { client_secret: intent.client_secret ?? '' });
    const got = await sdk.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(got.status).toBe('succeeded');
    const refund = await sdk.refunds.create({ payment_intent: intent.id, amount: 999 });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 999 });
    const found = await sdk.paymentIntents.search({ query: "metadata['attempt']:'pa_referee'" });
    expect(found.data[0]?.id).toBe(intent.id);
    await expect(sdk.paymentIntents.create({ amount: 5, currency: 'usd' })).rejects.toThrow(
      Stripe.errors.StripeInvalidRequestError,
    );
    const odd = { amount: 500, currency: 'usd', colour: 'blue' };
    await expect(sdk.paymentIntents.create(odd)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'colour',
    });
  });

  test('200 payments (fewer outside CI) under random faults end as recorded by the simulator', async () => {
    const views = await runPaymentsWithFaults(open, randomCases(200), 5);
    for (const view of views) {
      expect(view.charges).toBe(view.isPaid ? 1 : 0);
      expect(view.refundedThere).toBe(view.refundedMinor);
    }
    expect(views.filter((view) => view.isPaid).length).toBeGreaterThan(randomCases(120));
  }, 120_000);
});
