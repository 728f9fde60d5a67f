import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addHours } from '#domain/base/time.ts';
import { startFortisSimulator } from '#simulators/pay/fortis/simulator.ts';
import { randomCases } from '#testing/thorough.ts';
import type { CredsOf } from '../kit/credentials.ts';
import type { Attempt } from '../kit/gateway.ts';
import {
  createGatewayBench,
  type GatewayBench,
  makeAttempt,
  makeRefund,
  payAttempt,
} from '../kit/gateway-bench-for-tests.ts';
import { gatewaySuite } from '../kit/gateway-suite-for-tests.ts';
import { runPaymentsWithFaults } from '../kit/payment-faults-for-tests.ts';
import { saleExample } from './examples-for-tests.ts';
import { fortisGateway } from './gateway.ts';
import { outcomeOfTransaction, transactionResponse } from './schemas.ts';

const creds: CredsOf<7> = {
  type: 7,
  mode: 'simulator',
  connection: 'c1',
  user_id: '11e9simulateduser',
  user_api_key: '11e9SimulatedUserApiKey',
  location_id: '11e95f8ec39de8fbdb0a4f1a',
  product_transaction_id: '11e9product',
};
const card = (number: string) => ({ number, expMonth: 12, expYear: 2034, cvc: '123', postalCode: '78701' });
const day = 86_400_000;

async function open(timeoutMs?: number): Promise<GatewayBench> {
  const sim = await startFortisSimulator();
  return createGatewayBench({
    name: 'fortis',
    sim,
    creds,
    make: fortisGateway,
    pays(session, typed) {
      const reply = sim.browser.tokenize(typed, { client_token: session.clientToken ?? '' });
      return { value: (reply as { data: { id: string } }).data.id };
    },
    chargeCall: { method: 'POST', path: '/sale/ticket' },
    refundCall: { method: 'PUT', path: '/void' },
    cards: { good: card('4111111111111111'), declined: card('4000000000000002') },
    timeoutMs,
  });
}

gatewaySuite(() => open(), { chargesHere: true, signsWebhooks: false });

describe('fortis', () => {
  let bench: GatewayBench;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench.sim.stop());

  test.each([
    [10016, 'insufficient_funds'],
    [10022, 'expired_card'],
    [10013, 'bad_cvc'],
    [10055, 'bad_address'],
    [10008, 'bad_number'],
    [10019, 'limit'],
    [10030, 'try_again'],
  ])('maps the decline of amount %i to %s', async (amountMinor, code) => {
    const { outcome } = await payAttempt(bench, makeAttempt({ amountMinor }));
    expect(outcome).toMatchObject({ state: 'failed', declineCode: code });
  });

  test('voids a partial approval and reports it as declined, also when looked up', async () => {
    const { attempt, outcome } = await payAttempt(bench, makeAttempt({ amountMinor: 10067 }));
    expect(outcome).toMatchObject({ state: 'failed', declineCode: 'insufficient_funds' });
    expect(await bench.gateway.findByAttempt(creds, attempt)).toMatchObject({ state: 'failed' });
    // Voided, it is still not a payment: fetching it by its reference and the list agree.
    const [row] = bench.sim.payments().filter((one) => one.attemptId === attempt.id);
    expect(await bench.gateway.fetch(creds, row?.ref ?? '')).toMatchObject({ state: 'failed' });
    const listed = await bench.gateway.list(creds, addHours(bench.clock.now(), -1));
    expect(listed.filter((one) => one.attemptId === attempt.id)).toMatchObject([
      { state: 'failed', refundedMinor: null, declineCode: 'insufficient_funds' },
    ]);
  });

  test('voids a partial approval that a webhook reports before its charge is looked up', async () => {
    bench.sim.listener.faults.add({ match: bench.chargeCall, action: { kind: 'reset_after_commit' } });
    const { attempt, outcome } = await payAttempt(bench, makeAttempt({ amountMinor: 30067 }));
    expect(outcome.state).toBe('unknown');
    const there = () => bench.sim.payments().find((one) => one.attemptId === attempt.id);
    expect(await bench.gateway.fetch(creds, there()?.ref ?? '')).toMatchObject({ state: 'failed' });
    expect(there()?.refundedMinor).toBe(there()?.amountMinor);
  });

  test('voids a partial approval whose response was lost when it is found', async () => {
    bench.sim.listener.faults.add({ match: bench.chargeCall, action: { kind: 'reset_after_commit' } });
    const { attempt, outcome } = await payAttempt(bench, makeAttempt({ amountMinor: 20067 }));
    expect(outcome.state).toBe('unknown');
    expect(await bench.gateway.findByAttempt(creds, attempt)).toMatchObject({ state: 'failed' });
    const [row] = bench.sim.payments().filter((one) => one.attemptId === attempt.id);
    expect(row?.refundedMinor).toBe(row?.amountMinor);
  });

  test('another ticket for the same attempt finds the first charge because our id is unique', async () => {
    const { attempt, outcome } = await payAttempt(bench);
    const session = await bench.gateway.begin(creds, attempt);
    const again = await bench.gateway.charge(creds, attempt, bench.pays(session, bench.cards.good));
    expect(again).toMatchObject({ state: 'succeeded', gatewayRef: outcome.gatewayRef });
  });

  test('voids the whole before settlement and refunds parts after it', async () => {
    const whole = await payAttempt(bench);
    const part = await payAttempt(bench);
    const partRef = part.outcome.gatewayRef ?? '';
    expect(await bench.gateway.refund(creds, makeRefund(whole.outcome.gatewayRef ?? ''))).toMatchObject({
      state: 'succeeded',
      kind: 'void',
    });
    expect(await bench.gateway.refund(creds, makeRefund(partRef, { amountMinor: 500 }))).toMatchObject({
      failureCode: 'not_settled',
    });
    bench.sim.clock.advance(day);
    const refund = makeRefund(partRef, { amountMinor: 500 });
    const given = await bench.gateway.refund(creds, refund);
    expect(given).toMatchObject({ state: 'succeeded', kind: 'refund' });
    const again = await bench.gateway.refund(creds, { ...refund, isRepeat: true });
    expect(again.gatewayRef).toBe(given.gatewayRef);
    expect(await bench.gateway.fetchRefund(creds, refund, given.gatewayRef ?? '')).toMatchObject({
      state: 'succeeded',
    });
    expect(await bench.gateway.refund(creds, makeRefund(partRef, { amountMinor: 42100 }))).toMatchObject({
      failureCode: 'too_much',
    });
    expect(bench.sim.payments().find((one) => one.ref === partRef)?.refundedMinor).toBe(500);
  });

  const openLink = async (changes: Partial<Attempt> = {}) => {
    const attempt = makeAttempt({ checkoutStyle: 'redirect', ...changes });
    const { page, redirect, gatewayRef } = await bench.gateway.begin(creds, attempt);
    const path = redirect?.url.split('/hosted/fortis/')[1] ?? '';
    const pays = (number = '4111111111111111') => {
      const form = new URLSearchParams({ number, expiry: '12/34', cvc: '123', postal_code: '1' });
      return bench.sim.browser.hosted({ method: 'POST', path, form, publicUrl: '' });
    };
    const of = { ...attempt, gatewayRef, pageRef: page?.ref, orderRef: page?.orderRef };
    return { attempt: of, redirect, pays };
  };
  const back = (attempt: Attempt) => bench.gateway.charge(creds, attempt, { value: '' });

  test("finds the payment of a link by the link's name", async () => {
    const { attempt, pays } = await openLink();
    expect(await back(attempt)).toMatchObject({ state: 'awaiting_payer', gatewayRef: attempt.gatewayRef });
    expect(pays('4000000000000002')?.status).toBe(200);
    expect(await back(attempt)).toMatchObject({ state: 'awaiting_payer' });
    expect(pays()?.headers?.location).toBe(attempt.returnUrl);
    const paidFor = { state: 'succeeded', attemptId: attempt.id, amountMinor: 42500 };
    const outcome = await back(attempt);
    expect(outcome).toMatchObject(paidFor);
    expect(await bench.gateway.cancel(creds, attempt)).toMatchObject(paidFor);
    const listed = await bench.gateway.list(creds, addHours(bench.clock.now(), -1));
    expect(listed.find((one) => one.gatewayRef === outcome.gatewayRef)).toMatchObject({
      state: 'succeeded',
      orderRef: attempt.orderRef,
    });
  });

  test('an attempt has one link even if the response to creating it was lost', async () => {
    const { faults } = bench.sim.listener;
    faults.add({ match: { path: '/v1/paylinks' }, action: { kind: 'reset_after_commit' } });
    const first = await openLink();
    const again = await openLink({ id: first.attempt.id });
    expect(again.redirect).toEqual(first.redirect);
    expect(again.attempt.pageRef).toBe(first.attempt.pageRef);
    await expect(openLink({ id: first.attempt.id, amountMinor: 100 })).rejects.toMatchObject({
      code: 'provider_contract_error',
    });
  });

  test('a closed link cannot be paid and expires', async () => {
    const closed = await openLink();
    expect(await bench.gateway.cancel(creds, closed.attempt)).toMatchObject({ state: 'canceled' });
    expect(await bench.gateway.cancel(creds, closed.attempt)).toMatchObject({ state: 'canceled' });
    expect(closed.pays()?.status).toBe(200);
    const left = await openLink();
    bench.sim.clock.advance(4 * day);
    expect(left.pays()?.body).toContain('no longer valid');
    expect(bench.sim.payments().filter((one) => one.attemptId === left.attempt.id)).toEqual([]);
    bench.sim.clock.reset();
  });

  test('does not report a link as closed while it can still be paid', async () => {
    const { attempt, pays } = await openLink();
    const { faults } = bench.sim.listener;
    faults.add({ match: { method: 'DELETE' }, action: { kind: 'status', code: 412 } });
    await expect(bench.gateway.cancel(creds, attempt)).rejects.toMatchObject({ code: 'refused' });
    pays();
    faults.add({ match: { method: 'DELETE' }, action: { kind: 'status', code: 412 } });
    expect(await bench.gateway.cancel(creds, attempt)).toMatchObject({ state: 'succeeded' });
  });

  test('voids a partial approval on a link, and the link stays open', async () => {
    const { attempt, pays } = await openLink({ amountMinor: 40067 });
    pays();
    expect(await back(attempt)).toMatchObject({ state: 'awaiting_payer' });
    const [row] = bench.sim.payments().filter((one) => one.attemptId === attempt.id);
    expect(row?.refundedMinor).toBe(row?.amountMinor);
  });

  test("reports to the company, in Fortis' own text, that its account has no links", async () => {
    const keys = { ...creds, product_transaction_id: '11e9nolinks' };
    const asked = bench.gateway.begin(keys, makeAttempt({ checkoutStyle: 'redirect' }));
    await expect(asked).rejects.toMatchObject({ code: 'merchant_setup' });
    await expect(asked).rejects.toThrow(/paylinks enabled/);
  });

  test('parses the published examples (there is no SDK)', () => {
    expect(outcomeOfTransaction(transactionResponse.parse(saleExample).data)).toMatchObject({
      state: 'succeeded',
      amountMinor: 699,
      card: { brand: 'mc', last4: '5454' },
    });
    const other = { ...saleExample.data, reason_code_id: 1500 };
    expect(outcomeOfTransaction(other)).toMatchObject({ state: 'failed', declineCode: 'declined' });
  });

  test('200 payments (fewer outside CI) under random faults end as recorded by the simulator', async () => {
    const views = await runPaymentsWithFaults(open, randomCases(200), 8);
    for (const view of views) {
      expect(view.charges).toBe(view.isPaid ? 1 : 0);
      expect(view.refundedThere).toBe(view.refundedMinor);
    }
    expect(views.filter((view) => view.isPaid).length).toBeGreaterThan(randomCases(80));
  }, 120_000);
});
