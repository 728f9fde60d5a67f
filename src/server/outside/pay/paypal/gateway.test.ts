import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPaypalSimulator } from '#simulators/pay/paypal/simulator.ts';
import { randomCases } from '#testing/thorough.ts';
import type { CredsOf } from '../kit/credentials.ts';
import type { BrowserSession } from '../kit/gateway.ts';
import {
  createGatewayBench,
  type GatewayBench,
  makeAttempt,
  makeRefund,
  payAttempt,
} from '../kit/gateway-bench-for-tests.ts';
import { gatewaySuite } from '../kit/gateway-suite-for-tests.ts';
import { runPaymentsWithFaults } from '../kit/payment-faults-for-tests.ts';
import { capturedExample, problemExample } from './examples-for-tests.ts';
import { paypalGateway } from './gateway.ts';
import { orderSchema, outcomeOfOrder } from './schemas.ts';

const creds: CredsOf<6> = {
  type: 6,
  mode: 'simulator',
  connection: 'c1',
  client_id: 'AaSimulatedClientId',
  client_secret: 'EESimulatedClientSecret',
};
/** PayPal receives no card; the postal code controls what the payer does in the bench. */
const payer = (postalCode: string) => ({ number: 'none', expMonth: 1, expYear: 2034, cvc: '', postalCode });

async function open(timeoutMs?: number): Promise<GatewayBench> {
  const sim = await startPaypalSimulator();
  return createGatewayBench({
    name: 'paypal',
    sim,
    creds,
    make: paypalGateway,
    pays(session: BrowserSession, { postalCode }) {
      const id = session.extra.order_id ?? '';
      const form = new URLSearchParams({ choice: postalCode });
      sim.browser.hosted({ method: 'POST', path: `approve/${id}`, form, publicUrl: '' });
      return { value: id };
    },
    chargeCall: { method: 'POST', path: '/capture' },
    refundCall: { method: 'POST', path: '/refund' },
    cards: { good: payer('approve'), declined: payer('wrong funding source') },
    timeoutMs,
  });
}

gatewaySuite(() => open(), { chargesHere: true, signsWebhooks: true, hasCard: false });

describe('paypal', () => {
  let bench: GatewayBench;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench.sim.stop());

  test('an order stays pending while it is not approved, and when the payer cancels', async () => {
    const { outcome, attempt } = await payAttempt(bench, makeAttempt(), payer('cancel'));
    expect(outcome.state).toBe('awaiting_payer');
    expect((await bench.gateway.cancel(creds, attempt)).state).toBe('canceled');
  });

  test('redirects to the approval page and back', async () => {
    const session = await bench.gateway.begin(creds, makeAttempt({ checkoutStyle: 'redirect' }));
    expect(session.redirect?.url).toContain(`/hosted/paypal/approve/${session.clientToken}`);
    expect(session.scriptUrl).toBeNull();
    const form = new URLSearchParams({ choice: 'approve' });
    const path = `approve/${session.clientToken}`;
    const reply = bench.sim.browser.hosted({ method: 'POST', path, form, publicUrl: '' });
    expect(reply?.headers?.location).toBe(
      `https://gable.example/pay/back?token=${session.clientToken}&PayerID=SIMPAYER00001`,
    );
  });

  test('capturing twice results in one capture', async () => {
    const { attempt, token, outcome } = await payAttempt(bench);
    expect((await bench.gateway.charge(creds, attempt, token)).gatewayRef).toBe(outcome.gatewayRef);
    expect(outcome.feeMinor).toBe(1532);
  });

  test('uses one token for many calls and renews an expired one', async () => {
    bench.sim.listener.forget();
    await payAttempt(bench);
    await payAttempt(bench);
    const asked = () => bench.sim.listener.requests().filter((one) => one.path === '/v1/oauth2/token').length;
    expect(asked()).toBeLessThanOrEqual(1);
    bench.sim.clock.advance(10 * 3_600_000);
    expect((await payAttempt(bench)).outcome.state).toBe('succeeded');
  });

  test('makes partial refunds under their own keys', async () => {
    const { outcome } = await payAttempt(bench);
    const ref = outcome.gatewayRef ?? '';
    const refund = makeRefund(ref, { amountMinor: 12345 });
    const given = await bench.gateway.refund(creds, refund);
    expect(given).toMatchObject({ state: 'succeeded', amountMinor: 12345 });
    expect((await bench.gateway.refund(creds, refund)).gatewayRef).toBe(given.gatewayRef);
    expect(await bench.gateway.fetchRefund(creds, refund, given.gatewayRef ?? '')).toMatchObject({
      state: 'succeeded',
    });
    expect(await bench.gateway.fetch(creds, ref)).toMatchObject({
      state: 'partially_refunded',
      refundedMinor: 12345,
    });
    expect(await bench.gateway.refund(creds, makeRefund(ref, { amountMinor: 40000 }))).toMatchObject({
      failureCode: 'too_much',
    });
  });

  test('lists payments received outside the app, but none that the company made itself', async () => {
    const { outcome } = await payAttempt(bench);
    const listed = (transaction_id: string, value: string, more = {}) => ({
      transaction_info: {
        transaction_id,
        transaction_event_code: 'T0006',
        transaction_status: 'S',
        transaction_amount: { currency_code: 'USD', value },
        ...more,
      },
    });
    const transaction_details = [
      listed('5TY05013RG002845M', '75.50', { transaction_event_code: 'T0007' }),
      listed('0AB00000CD000000E', '-12.00'),
      listed('1AB00000CD000000E', '9.00', { transaction_status: 'V' }),
      listed((outcome.gatewayRef ?? '').replace('capture:', ''), '500.00'),
    ];
    bench.sim.listener.faults.add({
      match: { path: '/v1/reporting/transactions' },
      action: { kind: 'status', code: 200, body: JSON.stringify({ transaction_details, total_pages: 1 }) },
    });
    const all = await bench.gateway.list(creds, bench.sim.clock.iso() as never);
    expect(all).toMatchObject([
      { gatewayRef: 'capture:5TY05013RG002845M', attemptId: null, amountMinor: 7550, refundedMinor: null },
      { gatewayRef: 'capture:1AB00000CD000000E', state: 'refunded', refundedMinor: 900 },
      { gatewayRef: outcome.gatewayRef, attemptId: outcome.attemptId, state: 'succeeded' },
    ]);
  });

  test('parses the published examples (no SDK can be pointed at a simulator)', async () => {
    expect(outcomeOfOrder(orderSchema.parse(capturedExample))).toMatchObject({
      state: 'succeeded',
      gatewayRef: 'capture:3C679366HH908993F',
      amountMinor: 10000,
      feeMinor: 300,
      currency: 'USD',
    });
    bench.sim.listener.faults.add({
      match: bench.chargeCall,
      action: { kind: 'status', code: 422, body: JSON.stringify(problemExample) },
    });
    expect((await payAttempt(bench)).outcome).toMatchObject({ state: 'failed', declineCode: 'declined' });
  });

  test('200 payments (fewer outside CI) under random faults end as recorded by the simulator', async () => {
    const views = await runPaymentsWithFaults(open, randomCases(200), 2);
    for (const view of views) {
      expect(view.charges).toBe(view.isPaid ? 1 : 0);
      expect(view.refundedThere).toBe(view.refundedMinor);
    }
    expect(views.filter((view) => view.isPaid).length).toBeGreaterThan(randomCases(80));
  }, 120_000);
});
