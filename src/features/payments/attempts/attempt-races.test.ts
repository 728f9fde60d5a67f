import { describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { beginPayment, closeAttempt, getPayState, pay } from '../pay-contract.ts';
import { countCharges, createSignal, overrideGateway } from './gateway-doubles-for-tests.ts';
import { openPaymentHarness } from './payment-harness-for-tests.ts';

const bench = await openPaymentHarness();
const { house } = bench;

describe('an attempt that is closed while it is being charged', () => {
  test.each([3, 4, 6, 7] as const)(
    'is not canceled and charges the payer once (gateway %i)',
    async (gateway) => {
      const owner = await bench.createCompany(gateway);
      const invoice = await bench.createInvoice(owner);
      const acted = await bench.openPayForm(invoice);
      const [charging, answered] = [createSignal(), createSignal()];
      let paying: Promise<unknown> = Promise.resolve();
      overrideGateway(bench, (real) => ({
        // The payer pays after the gateway answers and before its answer is applied.
        cancel: async (creds, attempt) => {
          const outcome = await real.cancel(creds, attempt);
          paying = house.visitor.call(pay, acted.input);
          await charging.opened;
          return outcome;
        },
        charge: async (creds, attempt, token) => {
          const outcome = await real.charge(creds, attempt, token);
          charging.open();
          await answered.opened;
          return outcome;
        },
      }));
      const closed = await owner.call(closeAttempt, { attemptId: acted.session.attempt_id });
      expect(closed.state).toBe('processing');
      const second = await house.visitor.request(beginPayment, { publicId: invoice.public_id, p: invoice.p });
      expect(second.error?.message).toBe('A payment is being confirmed. Try again in a moment.');
      answered.open();
      expect(await paying).toMatchObject({ state: 'paid' });
      const attempts = await bench.attempts(owner);
      expect(attempts.map((one) => one.state)).toEqual(['succeeded']);
      expect(countCharges(bench, gateway, attempts)).toBe(1);
    },
  );

  test('does not go back to waiting for its payer when it is checked at the same moment', async () => {
    const owner = await bench.createCompany(6);
    const invoice = await bench.createInvoice(owner);
    const acted = await bench.openPayForm(invoice);
    const [charging, answered] = [createSignal(), createSignal()];
    let paying: Promise<unknown> = Promise.resolve();
    let asked = 0;
    overrideGateway(bench, (real) => ({
      findByAttempt: async (creds, attempt) => {
        const outcome = await real.findByAttempt(creds, attempt);
        if (attempt.id !== acted.session.attempt_id) return outcome;
        asked += 1;
        if (asked === 1) paying = house.visitor.call(pay, acted.input);
        await charging.opened;
        return outcome;
      },
      charge: async (creds, attempt, token) => {
        charging.open();
        await answered.opened;
        return real.charge(creds, attempt, token);
      },
    }));
    await bench.advanceTime('20 minutes');
    expect(asked).toBe(1);
    const of = { publicId: invoice.public_id, attempt_id: acted.session.attempt_id };
    expect((await house.visitor.call(getPayState, of)).state).toBe('processing');
    answered.open();
    expect(await paying).toMatchObject({ state: 'paid' });
    expect(countCharges(bench, 6, await bench.attempts(owner))).toBe(1);
  });
});

test('a declined card at Stripe does not end the attempt while its form can still be paid', async () => {
  const owner = await bench.createCompany(5);
  const invoice = await bench.createInvoice(owner);
  const first = await bench.openPayForm(invoice, 'declined');
  // Covers both cases: the webhook arrives before the page asks, or the page never asks.
  await bench.waitUntilSettled();
  await bench.advanceTime('20 minutes');
  expect((await bench.attempts(owner)).map((one) => one.state)).toEqual(['awaiting_payer']);
  const second = await bench.openPayForm(invoice);
  expect(second.session.attempt_id).toBe(first.session.attempt_id);
  await expect(bench.token(first.session, 'good')).resolves.toBeDefined();
  expect(await house.visitor.call(pay, second.input)).toMatchObject({ state: 'paid' });
  expect(await house.visitor.call(pay, first.input)).toMatchObject({ state: 'paid' });
  await bench.waitUntilSettled();
  expect(countCharges(bench, 5, await bench.attempts(owner))).toBe(1);
});

test('an attempt that has ended is not started at the gateway again under its key', async () => {
  const owner = await bench.createCompany(5);
  const invoice = await bench.createInvoice(owner);
  const link = { publicId: invoice.public_id, p: invoice.p };
  const of = { ...link, idempotency_key: 'the-page-of-jane' };
  const session = await house.visitor.call(beginPayment, of);
  const token = await bench.token(session, 'good');
  expect(await house.visitor.call(pay, { ...link, ...token })).toMatchObject({ state: 'paid' });
  let begun = 0;
  overrideGateway(bench, (real) => ({
    begin: (creds, attempt) => {
      begun += 1;
      return real.begin(creds, attempt);
    },
  }));
  const again = await house.visitor.request(beginPayment, of);
  expect(again.error).toMatchObject({
    type: 'CONFLICT',
    message: 'This payment attempt has ended. Start a new payment.',
  });
  expect(begun).toBe(0);
});

test('a payment that conflicts with an existing one fails loudly and stays open', async () => {
  const owner = await bench.createCompany(5);
  const invoice = await bench.createInvoice(owner);
  const acted = await bench.openPayForm(invoice);
  await house.writeAs(owner.subscriberId, (ctx) =>
    ctx.db
      .insertInto('payments')
      .values({
        subscriber_id: ctx.subscriberId,
        id: newId(),
        invoice_id: invoice.id,
        appointment_id: invoice.appointment_id,
        amount_cents: 100,
        method: 'card',
        gateway: 5,
        gateway_ref: acted.input.token,
        idempotency_key: 'another payment',
        status: 'failed',
        received_at: ctx.now,
        created_at: ctx.now,
      })
      .execute(),
  );
  expect((await house.visitor.request(pay, acted.input)).success).toBe(false);
  expect((await bench.attempts(owner)).map((one) => one.state)).toEqual(['submitting']);
});
