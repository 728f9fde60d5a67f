import { SquareClient, WebhooksHelper } from 'square';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { startSquareSimulator } from '#simulators/pay/square/simulator.ts';
import { randomCases } from '#testing/thorough.ts';
import type { CredsOf } from '../kit/credentials.ts';
import { WebhookRejected } from '../kit/gateway.ts';
import {
  createGatewayBench,
  type GatewayBench,
  makeAttempt,
  makeRefund,
  payAttempt,
} from '../kit/gateway-bench-for-tests.ts';
import { gatewaySuite } from '../kit/gateway-suite-for-tests.ts';
import { runPaymentsWithFaults } from '../kit/payment-faults-for-tests.ts';
import { squareGateway } from './gateway.ts';

const creds: CredsOf<4> = {
  type: 4,
  mode: 'simulator',
  connection: 'c1',
  application_id: 'sandbox-sq0idb-gable',
  location_id: 'L88917AVBK2S5',
  access_token: 'EAAAsimulatedAccessToken',
};
const card = (number: string, more = {}) => ({
  number,
  expMonth: 12,
  expYear: 2034,
  cvc: '111',
  postalCode: '78701',
  ...more,
});

async function open(timeoutMs?: number): Promise<GatewayBench> {
  const sim = await startSquareSimulator();
  return createGatewayBench({
    name: 'square',
    sim,
    creds,
    make: squareGateway,
    pays: (_session, typed) => ({
      value: (sim.browser.tokenize(typed, { has_details: '1' }) as { token: string }).token,
    }),
    chargeCall: { method: 'POST', path: '/v2/payments' },
    refundCall: { method: 'POST', path: '/v2/refunds' },
    cards: { good: card('4111111111111111'), declined: card('4000000000000002') },
    timeoutMs,
  });
}

gatewaySuite(() => open(), { chargesHere: true, signsWebhooks: true });

describe('square', () => {
  let bench: GatewayBench;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench.sim.stop());

  test.each([
    [card('4000000000009995'), 'insufficient_funds'],
    [card('4111111111111111', { cvc: '911' }), 'bad_cvc'],
    [card('4111111111111111', { postalCode: '99999' }), 'bad_address'],
    [card('4111111111111111', { expMonth: 1, expYear: 2040 }), 'expired_card'],
  ])('maps a payment with %o to %s', async (typed, code) => {
    const { outcome } = await payAttempt(bench, makeAttempt(), typed);
    expect(outcome).toMatchObject({ state: 'failed', declineCode: code });
  });

  test('reports that a card needs verification', async () => {
    const token = bench.sim.browser.tokenize(card('4800000000000004'), {}) as { token: string };
    const outcome = await bench.gateway.charge(creds, makeAttempt(), { value: token.token });
    expect(outcome).toMatchObject({ state: 'failed', declineCode: 'authentication_required' });
  });

  test('a retry with its key is the same payment; with another token it is unknown, then found', async () => {
    const { attempt, token, outcome } = await payAttempt(bench);
    expect((await bench.gateway.charge(creds, attempt, token)).gatewayRef).toBe(outcome.gatewayRef);
    const other = await bench.gateway.charge(creds, attempt, { value: 'cnon:card-nonce-ok' });
    expect(other.state).toBe('unknown');
    expect((await bench.gateway.findByAttempt(creds, attempt))?.gatewayRef).toBe(outcome.gatewayRef);
  });

  test('waits after a 429 with Retry-After and charges once', async () => {
    bench.waits.length = 0;
    bench.sim.listener.faults.add({ action: { kind: 'rate_limit', retryAfter: 3 } });
    expect((await payAttempt(bench)).outcome.state).toBe('succeeded');
    expect(bench.waits).toEqual([3000]);
  });

  test('finds the payment of a payment link by its order', async () => {
    const attempt = makeAttempt({ checkoutStyle: 'redirect' });
    const session = await bench.gateway.begin(creds, attempt);
    const { ref: pageRef, orderRef } = session.page ?? {};
    const started = { ...attempt, gatewayRef: session.gatewayRef, pageRef, orderRef };
    expect((await bench.gateway.charge(creds, started, { value: '' })).state).toBe('awaiting_payer');
    const path = session.redirect?.url.split('/hosted/square/')[1] ?? '';
    const form = new URLSearchParams({
      number: '4111111111111111',
      expiry: '12/34',
      cvc: '111',
      postal_code: '1',
    });
    expect(bench.sim.browser.hosted({ method: 'POST', path, form, publicUrl: '' })?.status).toBe(303);
    expect(await bench.gateway.charge(creds, started, { value: '' })).toMatchObject({
      state: 'succeeded',
      attemptId: attempt.id,
      amountMinor: 42500,
    });
  });

  test('refunds are pending at first, and partial refunds never exceed the whole', async () => {
    const { outcome } = await payAttempt(bench);
    const ref = outcome.gatewayRef ?? '';
    const refund = makeRefund(ref, { amountMinor: 20000 });
    const given = await bench.gateway.refund(creds, refund);
    expect(given.state).toBe('pending');
    expect(await bench.gateway.fetchRefund(creds, refund, given.gatewayRef ?? '')).toMatchObject({
      state: 'succeeded',
    });
    expect(await bench.gateway.refund(creds, makeRefund(ref, { amountMinor: 30000 }))).toMatchObject({
      failureCode: 'too_much',
    });
    expect(await bench.gateway.fetch(creds, ref)).toMatchObject({
      state: 'partially_refunded',
      refundedMinor: 20000,
    });
  });

  test('rejects keys of the wrong mode without sending them', async () => {
    const live = { ...creds, application_id: 'sq0idp-live' };
    expect(await bench.gateway.checkCredentials(live)).toMatchObject({ ok: false, code: 'wrong_mode' });
    const elsewhere = { ...creds, location_id: 'LNOTOURS' };
    expect(await bench.gateway.checkCredentials(elsewhere)).toMatchObject({ ok: false, code: 'wrong_keys' });
  });

  test.each([
    ['fake_id', 'W3FlCNk5IA3ZQ2LHTWoajvzfaDu/OwY2tNHIHC3IUOA='],
    ['>id<', 'Cxt7+aTi4rKgcA0bC4g9EHdVtLSDWdqccmL5MvihU4U='],
  ])(
    'accepts the published signature of %s, but not with a changed byte or address',
    async (id, signature) => {
      const keys = { ...creds, webhook_signature_key: 'signature-key' };
      const text = JSON.stringify({ data: { type: 'webhooks', id } });
      const request = {
        url: 'https://webhook.site/webhooks',
        headers: { 'x-square-hmacsha256-signature': signature },
        body: Buffer.from(text),
        receivedAt: asInstant('2026-11-21T20:00:00.000Z'),
      };
      expect(await bench.gateway.parseWebhook(keys, request)).toMatchObject([{ eventId: id }]);
      expect(
        await WebhooksHelper.verifySignature({
          requestBody: text,
          signatureHeader: signature,
          signatureKey: 'signature-key',
          notificationUrl: request.url,
        }),
      ).toBe(true);
      const changed = Buffer.from(text);
      changed[3] = (changed[3] ?? 0) ^ 1;
      for (const bad of [
        { ...request, body: changed },
        { ...request, url: `${request.url}/` },
      ]) {
        await expect(bench.gateway.parseWebhook(keys, bad)).rejects.toThrow(WebhookRejected);
      }
    },
  );

  test('the official SDK works with the simulator', async () => {
    const sdk = new SquareClient({ token: creds.access_token, baseUrl: bench.sim.url });
    const made = await sdk.payments.create({
      sourceId: 'cnon:card-nonce-ok',
      idempotencyKey: 'referee-1',
      amountMoney: { amount: BigInt(1999), currency: 'USD' },
      referenceId: 'pa_referee',
    });
    expect(made.payment).toMatchObject({ status: 'COMPLETED', amountMoney: { amount: BigInt(1999) } });
    const id = made.payment?.id ?? '';
    expect((await sdk.payments.get({ paymentId: id })).payment?.cardDetails?.card?.last4).toBe('1111');
    const refund = await sdk.refunds.refundPayment({
      idempotencyKey: 'referee-2',
      paymentId: id,
      amountMoney: { amount: BigInt(999), currency: 'USD' },
    });
    expect(refund.refund?.status).toBe('PENDING');
    expect((await sdk.locations.get({ locationId: creds.location_id })).location?.status).toBe('ACTIVE');
    await expect(
      sdk.payments.create({
        sourceId: 'cnon:card-nonce-declined',
        idempotencyKey: 'referee-3',
        amountMoney: { amount: BigInt(100), currency: 'USD' },
      }),
    ).rejects.toMatchObject({ statusCode: 400, errors: [{ code: 'GENERIC_DECLINE' }] });
  });

  test('200 payments (fewer outside CI) under random faults end as recorded by the simulator', async () => {
    const views = await runPaymentsWithFaults(open, randomCases(200), 4);
    for (const view of views) {
      expect(view.charges).toBe(view.isPaid ? 1 : 0);
      expect(view.refundedThere).toBe(view.refundedMinor);
    }
    expect(views.filter((view) => view.isPaid).length).toBeGreaterThan(randomCases(100));
  }, 120_000);
});
