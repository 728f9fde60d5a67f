import { describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { beginPayment, closeAttempt, getPayState, pay } from '../pay-contract.ts';
import { countCharges, createSignal, overrideGateway } from './gateway-doubles-for-tests.ts';
import { openPaymentHarness } from './payment-harness-for-tests.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

describe('an attempt that is closed while it is being charged', () => {
  test.each([3, 4, 6, 7] as const)(
    'is not canceled and charges the payer once (gateway %i)',
    async (gateway) => {
      const owner = await harness.createCompany(gateway);
      const invoice = await harness.createInvoice(owner);
      const acted = await harness.openPayForm(invoice);
      const [charging, answered] = [createSignal(), createSignal()];
      let paying: Promise<unknown> = Promise.resolve();
      overrideGateway(harness, (real) => ({
        // The payer pays after the gateway answers and before its answer is applied.
        cancel: async (creds, attempt) => {
          const outcome = await real.cancel(creds, attempt);
          paying = testApp.visitor.call(pay, acted.input);
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
      const second = await testApp.visitor.request(beginPayment, {
        publicId: invoice.public_id,
        p: invoice.p,
      });
      expect(second.error?.message).toBe('A payment is being confirmed. Try again in a moment.');
      answered.open();
      expect(await paying).toMatchObject({ state: 'paid' });
      const attempts = await harness.attempts(owner);
      expect(attempts.map((one) => one.state)).toEqual(['succeeded']);
      expect(countCharges(harness, gateway, attempts)).toBe(1);
    },
  );

  test('does not go back to waiting for its payer when it is checked at the same moment', async () => {
    const owner = await harness.createCompany(6);
    const invoice = await harness.createInvoice(owner);
    const acted = await harness.openPayForm(invoice);
    const [charging, answered] = [createSignal(), createSignal()];
    let paying: Promise<unknown> = Promise.resolve();
    let asked = 0;
    overrideGateway(harness, (real) => ({
      findByAttempt: async (creds, attempt) => {
        const outcome = await real.findByAttempt(creds, attempt);
        if (attempt.id !== acted.session.attempt_id) return outcome;
        asked += 1;
        if (asked === 1) paying = testApp.visitor.call(pay, acted.input);
        await charging.opened;
        return outcome;
      },
      charge: async (creds, attempt, token) => {
        charging.open();
        await answered.opened;
        return real.charge(creds, attempt, token);
      },
    }));
    await harness.advanceTime('20 minutes');
    expect(asked).toBe(1);
    const of = { publicId: invoice.public_id, attempt_id: acted.session.attempt_id };
    expect((await testApp.visitor.call(getPayState, of)).state).toBe('processing');
    answered.open();
    expect(await paying).toMatchObject({ state: 'paid' });
    expect(countCharges(harness, 6, await harness.attempts(owner))).toBe(1);
  });
});

test('a declined card at Stripe does not end the attempt while its form can still be paid', async () => {
  const owner = await harness.createCompany(5);
  const invoice = await harness.createInvoice(owner);
  const first = await harness.openPayForm(invoice, 'declined');
  // Covers both cases: the webhook arrives before the page asks, or the page never asks.
  await harness.waitUntilSettled();
  await harness.advanceTime('20 minutes');
  expect((await harness.attempts(owner)).map((one) => one.state)).toEqual(['awaiting_payer']);
  const second = await harness.openPayForm(invoice);
  expect(second.session.attempt_id).toBe(first.session.attempt_id);
  await expect(harness.token(first.session, 'good')).resolves.toBeDefined();
  expect(await testApp.visitor.call(pay, second.input)).toMatchObject({ state: 'paid' });
  expect(await testApp.visitor.call(pay, first.input)).toMatchObject({ state: 'paid' });
  await harness.waitUntilSettled();
  expect(countCharges(harness, 5, await harness.attempts(owner))).toBe(1);
});

test('an attempt that has ended is not started at the gateway again under its key', async () => {
  const owner = await harness.createCompany(5);
  const invoice = await harness.createInvoice(owner);
  const link = { publicId: invoice.public_id, p: invoice.p };
  const of = { ...link, idempotency_key: 'the-page-of-jane' };
  const session = await testApp.visitor.call(beginPayment, of);
  const token = await harness.token(session, 'good');
  expect(await testApp.visitor.call(pay, { ...link, ...token })).toMatchObject({ state: 'paid' });
  let started = 0;
  overrideGateway(harness, (real) => ({
    begin: (creds, attempt) => {
      started += 1;
      return real.begin(creds, attempt);
    },
  }));
  const again = await testApp.visitor.request(beginPayment, of);
  expect(again.error).toMatchObject({
    type: 'CONFLICT',
    message: 'This payment attempt has ended. Start a new payment.',
  });
  expect(started).toBe(0);
});

test('a payment that conflicts with an existing one fails loudly and stays open', async () => {
  const owner = await harness.createCompany(5);
  const invoice = await harness.createInvoice(owner);
  const acted = await harness.openPayForm(invoice);
  await testApp.writeAs(owner.subscriberId, (ctx) =>
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
  expect((await testApp.visitor.request(pay, acted.input)).success).toBe(false);
  expect((await harness.attempts(owner)).map((one) => one.state)).toEqual(['submitting']);
});
