import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { simSignatureKey, startAnetSimulator } from '#simulators/pay/authorize-net/simulator.ts';
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
import { anetGateway } from './gateway.ts';

const creds: CredsOf<3> = {
  type: 3,
  mode: 'simulator',
  connection: 'c1',
  api_login_id: 'gableLogin',
  transaction_key: 'gableTransactionKey',
  public_client_key: 'clientKey',
  signature_key: simSignatureKey,
};
const card = (more = {}) => ({
  number: '4007000000027',
  expMonth: 12,
  expYear: 2034,
  cvc: '900',
  postalCode: '78701',
  ...more,
});
type Nonce = { opaqueData: { dataDescriptor: string; dataValue: string } };
const day = 86_400_000;

async function open(timeoutMs?: number): Promise<GatewayBench> {
  const sim = await startAnetSimulator();
  return createGatewayBench({
    name: 'authorize-net',
    sim,
    creds,
    make: anetGateway,
    pays(_session, typed) {
      const { opaqueData } = sim.browser.tokenize(typed, {}) as Nonce;
      return { value: opaqueData.dataValue, descriptor: opaqueData.dataDescriptor };
    },
    chargeCall: { method: 'POST', path: '/request.api', body: 'authCaptureTransaction' },
    refundCall: { method: 'POST', path: '/request.api', body: 'voidTransaction' },
    cards: { good: card(), declined: card({ postalCode: '46282' }) },
    timeoutMs,
  });
}

gatewaySuite(() => open(), { chargesHere: true, signsWebhooks: true });

describe('authorize.net', () => {
  let bench: GatewayBench;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench.sim.stop());
  /** Advances to the simulator's next midnight, when it settles. */
  const settled = () => bench.sim.clock.advance(day);

  test.each([
    [card({ cvc: '901' }), 'bad_cvc'],
    [card({ postalCode: '46205' }), 'bad_address'],
    [card({ expMonth: 1, expYear: 2020 }), 'expired_card'],
  ])('maps a payment with %o to %s', async (typed, code) => {
    const { outcome } = await payAttempt(bench, makeAttempt(), typed);
    expect(outcome).toMatchObject({ state: 'failed', declineCode: code });
  });

  test('reports a charge under review as held', async () => {
    const { outcome } = await payAttempt(bench, makeAttempt(), card({ cvc: '999' }));
    expect(outcome.state).toBe('held');
    expect((await bench.gateway.fetch(creds, outcome.gatewayRef ?? '')).state).toBe('held');
  });

  test('sends a charge once: a nonce allows one attempt, and a duplicate is our own earlier one', async () => {
    const first = await payAttempt(bench);
    expect(await bench.gateway.charge(creds, first.attempt, first.token)).toMatchObject({
      state: 'failed',
      declineCode: 'try_again',
    });
    const { opaqueData } = bench.sim.browser.tokenize(card(), {}) as Nonce;
    const again = await bench.gateway.charge(creds, first.attempt, { value: opaqueData.dataValue });
    expect(again).toMatchObject({ state: 'succeeded', gatewayRef: first.outcome.gatewayRef });
  });

  test('an equal partial payment of the same invoice with the same card is no duplicate', async () => {
    const first = await payAttempt(bench);
    const other = makeAttempt({ invoiceNumber: first.attempt.invoiceNumber });
    const second = await payAttempt(bench, other);
    expect(second.outcome.state).toBe('succeeded');
    expect(second.outcome.gatewayRef).not.toBe(first.outcome.gatewayRef);
  });

  test('the gateway itself rejects the same attempt with a second nonce', async () => {
    const first = await payAttempt(bench);
    const before = bench.sim.payments().length;
    const { opaqueData } = bench.sim.browser.tokenize(card(), {}) as Nonce;
    await bench.gateway.charge(creds, first.attempt, { value: opaqueData.dataValue });
    expect(bench.sim.payments()).toHaveLength(before);
  });

  test('a nonce expires after 15 minutes', async () => {
    const { opaqueData } = bench.sim.browser.tokenize(card(), {}) as Nonce;
    bench.sim.clock.advance(16 * 60_000);
    const outcome = await bench.gateway.charge(creds, makeAttempt(), { value: opaqueData.dataValue });
    expect(outcome).toMatchObject({ state: 'failed', declineCode: 'try_again' });
  });

  test('voids the whole before settlement, makes a partial refund wait for it, and refunds parts afterwards', async () => {
    const whole = await payAttempt(bench);
    const part = await payAttempt(bench);
    const partRef = part.outcome.gatewayRef ?? '';
    expect(await bench.gateway.refund(creds, makeRefund(whole.outcome.gatewayRef ?? ''))).toMatchObject({
      state: 'succeeded',
      kind: 'void',
    });
    const early = await bench.gateway.refund(creds, makeRefund(partRef, { amountMinor: 100 }));
    expect(early).toMatchObject({ state: 'failed', failureCode: 'not_settled' });
    settled();
    const refund = makeRefund(partRef, { amountMinor: 10000 });
    const given = await bench.gateway.refund(creds, refund);
    expect(given).toMatchObject({ state: 'pending', kind: 'refund' });
    const again = await bench.gateway.refund(creds, { ...refund, isRepeat: true });
    expect(again.gatewayRef).toBe(given.gatewayRef);
    const tooMuch = await bench.gateway.refund(creds, makeRefund(partRef, { amountMinor: 40000 }));
    expect(tooMuch).toMatchObject({ state: 'failed', failureCode: 'too_much' });
    settled();
    expect(await bench.gateway.fetchRefund(creds, refund, given.gatewayRef ?? '')).toMatchObject({
      state: 'succeeded',
    });
    expect(bench.sim.payments().find((one) => one.ref === partRef)?.refundedMinor).toBe(10000);
  });

  test('finds a charge with an unknown outcome after settlement too', async () => {
    const faults = bench.sim.listener.faults;
    faults.add({ match: bench.chargeCall, action: { kind: 'timeout_after_commit' } });
    const { attempt, outcome } = await payAttempt(bench);
    expect(outcome.state).toBe('unknown');
    settled();
    expect(await bench.gateway.findByAttempt(creds, attempt)).toMatchObject({ state: 'succeeded' });
  });

  test('looks up a payment on the hosted page, which returns no result', async () => {
    const attempt = makeAttempt({ checkoutStyle: 'redirect' });
    const { redirect } = await bench.gateway.begin(creds, attempt);
    expect(redirect).toMatchObject({ method: 'POST' });
    expect((await bench.gateway.charge(creds, attempt, { value: '' })).state).toBe('awaiting_payer');
    const form = new URLSearchParams({
      token: redirect?.fields.token ?? '',
      choice: 'pay',
      number: '4007000000027',
      expiry: '12/34',
      cvc: '900',
      postal_code: '78701',
    });
    const reply = bench.sim.browser.hosted({ method: 'POST', path: 'payment', form, publicUrl: '' });
    expect(reply?.headers?.location).toBe(attempt.returnUrl);
    expect((await bench.gateway.charge(creds, attempt, { value: '' })).state).toBe('succeeded');
  });

  test('takes the public key and the currencies from the merchant details', async () => {
    expect(await bench.gateway.checkCredentials(creds)).toMatchObject({
      ok: true,
      account: 'Whitfield Home Inspections',
      currencies: ['USD'],
      found: { public_client_key: expect.stringMatching(/^5Sim/) },
    });
  });

  const key =
    '2679A5D5785C9B26CF921E1754765CDDB265C9C88400786923E5343B315954FAFB4B7BF608818F6A21766741E8637DC206F286C725908C777ED4127D8562163D';
  const body =
    '{"notificationId":"f813b98f-3552-4eeb-ba40-acb4704eeba3","eventType":"net.authorize.payment.authcapture.created","eventDate":"2017-03-08T17:35:37.155999Z","webhookId":"63d6fea2-aa13-4b1d-a204-f5fbc15942b7","payload":{"responseCode":1,"authCode":"8VTPDC","avsResponse":"Y","authAmount":10.00,"entityName":"transaction","id":"60019392075"}}';
  const published =
    'sha512=9607C69D2734514554CE13D923D19939563F2FD6567D239F49F0DF0D08865632A0FB98061B4620CC52C47BB8BF6E2B69A15A67E4C98E81D7D65111076C515C6A';

  test('accepts the published signature, but not the key decoded from hex, a changed byte or a reserialized body', async () => {
    const keys = { ...creds, signature_key: key };
    const request = {
      url: '',
      headers: { 'x-anet-signature': published },
      body: Buffer.from(body),
      receivedAt: asInstant('2026-11-21T20:00:00.000Z'),
    };
    expect(request.body.length).toBe(338);
    expect(await bench.gateway.parseWebhook(keys, request)).toMatchObject([
      { gatewayRef: '60019392075', isVerified: true, about: 'payment' },
    ]);
    const hexed = createHmac('sha512', Buffer.from(key, 'hex')).update(body).digest('hex').toUpperCase();
    expect(hexed.slice(0, 8)).toBe('B2C6C9B9');
    const changed = Buffer.from(body);
    changed[5] = (changed[5] ?? 0) ^ 1;
    const reserialised = Buffer.from(JSON.stringify(JSON.parse(body)));
    for (const bad of [
      { ...request, headers: { 'x-anet-signature': `sha512=${hexed}` } },
      { ...request, body: changed },
      { ...request, body: reserialised },
    ]) {
      await expect(bench.gateway.parseWebhook(keys, bad)).rejects.toThrow(WebhookRejected);
    }
    const unsigned = { ...creds, signature_key: '' };
    expect(await bench.gateway.parseWebhook(unsigned, request)).toMatchObject([{ isVerified: false }]);
  });

  test('the simulator rejects fields in another order', async () => {
    const wrong = {
      createTransactionRequest: {
        merchantAuthentication: { name: 'x', transactionKey: 'y' },
        transactionRequest: { amount: '1.00', transactionType: 'authCaptureTransaction' },
      },
    };
    const answer = await fetch(`${bench.sim.url}/xml/v1/request.api`, {
      method: 'POST',
      body: JSON.stringify(wrong),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString()).toContain('E00003');
  });

  test('the official SDK works with the simulator', async () => {
    const { opaqueData } = bench.sim.browser.tokenize(card(), {}) as Nonce;
    const answer = await chargedBySdk(`${bench.sim.url}/xml/v1/request.api`, opaqueData);
    expect(answer.getMessages().getResultCode()).toBe('Ok');
    const transaction = answer.getTransactionResponse();
    expect(transaction.getResponseCode()).toBe('1');
    expect((await bench.gateway.fetch(creds, transaction.getTransId())).attemptId).toBe('pa_referee');
  });

  test('200 payments (fewer outside CI) under random faults end as recorded by the simulator', async () => {
    const views = await runPaymentsWithFaults(open, randomCases(200), 3);
    for (const view of views) {
      expect(view.charges).toBe(view.isPaid ? 1 : 0);
      expect(view.refundedThere).toBe(view.refundedMinor);
    }
    expect(views.filter((view) => view.isPaid).length).toBeGreaterThan(randomCases(80));
  }, 120_000);
});

interface SdkAnswer {
  getMessages(): { getResultCode(): string };
  getTransactionResponse(): { getResponseCode(): string; getTransId(): string };
}
/** An object of the SDK, which only has setters. */
type Sdk = Record<string, (value: unknown) => void>;
interface Contracts {
  readonly [name: string]: new (json?: unknown) => Sdk & { getJSON(): unknown };
}
interface Controller {
  setEnvironment(url: string): void;
  execute(done: () => void): void;
  getResponse(): unknown;
}

function chargedBySdk(url: string, opaqueData: Nonce['opaqueData']): Promise<SdkAnswer> {
  const { APIContracts: contracts, APIControllers: controllers } = createRequire(import.meta.url)(
    'authorizenet',
  ) as {
    APIContracts: Contracts;
    APIControllers: { CreateTransactionController: new (request: unknown) => Controller };
  };
  const make = (name: string, fields: Record<string, unknown>) => {
    const Contract = contracts[name];
    if (!Contract) throw new Error(`the SDK has no ${name}`);
    const made = new Contract();
    for (const [field, value] of Object.entries(fields)) made[`set${field}`]?.(value);
    return made;
  };
  const transaction = make('TransactionRequestType', {
    TransactionType: 'authCaptureTransaction',
    Amount: 19.99,
    Payment: make('PaymentType', {
      OpaqueData: make('OpaqueDataType', {
        DataDescriptor: opaqueData.dataDescriptor,
        DataValue: opaqueData.dataValue,
      }),
    }),
    Order: make('OrderType', { InvoiceNumber: 'REF-1', Description: 'Referee' }),
    Customer: make('CustomerDataType', { Email: 'jane@client.example' }),
  });
  const request = make('CreateTransactionRequest', {
    MerchantAuthentication: make('MerchantAuthenticationType', { Name: 'gableLogin', TransactionKey: 'k' }),
    RefId: 'pa_referee',
    TransactionRequest: transaction,
  });
  const controller = new controllers.CreateTransactionController(request.getJSON());
  controller.setEnvironment(url);
  const Answer = contracts.CreateTransactionResponse;
  if (!Answer) throw new Error('the SDK has no answer');
  return new Promise((done) =>
    controller.execute(() => done(new Answer(controller.getResponse()) as unknown as SdkAnswer)),
  );
}
