import { describe, expect, onTestFinished, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { cancelAppointment, removeAppointment } from '#features/appointments/contract.ts';
import { putGateway } from '#features/company/gateway-contract.ts';
import { mine } from '#server/db/scope.ts';
import { GatewayError } from '#server/outside/pay/kit/gateway.ts';
import { unknownOutcome } from '#server/outside/pay/kit/outcomes.ts';
import type { TestUser } from '#testing/test-user.ts';
import { recordPayment } from '../contract.ts';
import { listDifferences } from '../difference-contract.ts';
import { beginPayment, closeAttempt, pay, refundPayment } from '../pay-contract.ts';
import { countCharges, overrideGateway } from './gateway-doubles-for-tests.ts';
import { openPaymentHarness, type TestInvoice } from './payment-harness-for-tests.ts';
import { settleAttempt } from './settle-attempt.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

const payments = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (ctx) => mine(ctx, 'payments').select('amount_cents').execute());

/** Stores this Square access token for the company. */
async function squareKey(owner: TestUser, access_token: string): Promise<void> {
  const { subscriberId } = owner;
  const input = { subscriberId, payment_type: 4, credentials: { access_token }, sandbox: true };
  await (await harness.refreshToken(owner)).call(putGateway, input);
}

/** Makes a Square payment whose answer is lost; `reached` says whether the request arrived at the gateway. */
async function lost(invoice: TestInvoice, reached: boolean) {
  const acted = await harness.openPayForm(invoice);
  harness.sim(4).webhooks.mode({ kind: 'drop', rate: 1 });
  onTestFinished(() => harness.sim(4).webhooks.mode({ kind: 'auto' }));
  overrideGateway(harness, (real) => ({
    charge: async (creds, attempt, token) => {
      if (reached) await real.charge(creds, attempt, token);
      return unknownOutcome(attempt, 'lost');
    },
    // Another account does not know the payment.
    findByAttempt: async (creds, attempt) =>
      'access_token' in creds && /Other/.test(creds.access_token) ? null : real.findByAttempt(creds, attempt),
  }));
  expect(await testApp.visitor.call(pay, acted.input)).toMatchObject({ state: 'processing' });
  return acted.session.attempt_id;
}

/** Delivers the gateway's late message that an attempt was paid after all. */
async function arrives(owner: TestUser, attemptId: string): Promise<void> {
  const money = { amountMinor: 60_000, currency: 'USD', refundedMinor: 0 };
  const outcome = { state: 'succeeded', gatewayRef: 'late', attemptId, ...money, raw: null } as const;
  await testApp.writeAs(owner.subscriberId, (ctx) => settleAttempt(ctx, attemptId, outcome, 'check'));
}

test('keys of another account prove nothing about a payment of the previous one', async () => {
  const owner = await harness.createCompany(4);
  const invoice = await harness.createInvoice(owner);
  await lost(invoice, true);
  await squareKey(owner, 'EAAAOtherAccessToken');
  for (let n = 0; n < 3; n += 1) await harness.advanceTime('1 hour');
  expect(await harness.attempts(owner)).toMatchObject([{ state: 'unknown', problem: 'other_keys' }]);
  const again = await testApp.visitor.request(beginPayment, { publicId: invoice.public_id, p: invoice.p });
  expect(again.error?.message).toBe('A payment is being confirmed. Try again in a moment.');
  await squareKey(owner, 'EAAAsimulatedAccessToken');
  await harness.advanceTime('2 hours');
  expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded', problem: '' }]);
  expect(countCharges(harness, 4, await harness.attempts(owner))).toBe(1);
});

test('a Stripe form of another account stays open while its payer may still pay', async () => {
  const owner = await harness.createCompany(5);
  const invoice = await harness.createInvoice(owner);
  const link = { publicId: invoice.public_id, p: invoice.p };
  await testApp.visitor.call(beginPayment, link);
  const { subscriberId } = owner;
  const credentials = { secret_key: 'sk_test_otherAccount' };
  await owner.call(putGateway, { subscriberId, payment_type: 5, credentials, sandbox: true });
  const unknown = async () => {
    throw new GatewayError('not_found', 'resource_missing');
  };
  overrideGateway(harness, () => ({ cancel: unknown, findByAttempt: unknown }));
  expect((await testApp.visitor.request(beginPayment, link)).error?.type).toBe('CONFLICT');
  await harness.advanceTime('20 minutes');
  expect(await harness.attempts(owner)).toMatchObject([{ state: 'awaiting_payer', problem: 'other_keys' }]);
  await harness.advanceTime('24 hours');
  expect((await harness.attempts(owner)).map((one) => one.state)).toEqual(['canceled']);
});

describe('an attempt whose result cannot be found out', () => {
  test('can be ended manually with a reason after two days, and late money is still recorded', async () => {
    const owner = await harness.createCompany(4);
    const invoice = await harness.createInvoice(owner);
    const attemptId = await lost(invoice, false);
    await squareKey(owner, 'EAAAOtherAccessToken');
    await harness.advanceTime('47 hours');
    const reason = 'Nothing at Square';
    const early = await (await harness.refreshToken(owner)).call(closeAttempt, { attemptId, reason });
    expect(early.state).toBe('processing');
    await harness.advanceTime('2 hours');
    const admin = await harness.refreshToken(owner);
    const silent = await admin.request(closeAttempt, { attemptId });
    expect(silent.error?.details).toMatchObject({ reason: 'Please give a reason' });
    expect((await admin.call(closeAttempt, { attemptId, reason })).state).toBe('declined');
    expect((await harness.auditEntries(owner, 'payment-attempt-closed')).at(-1)).toMatchObject({
      attempt: attemptId,
      state: 'failed',
      reason,
    });
    await squareKey(owner, 'EAAAsimulatedAccessToken');
    const next = await testApp.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p });
    expect(next.attempt_id).not.toBe(attemptId);
    await arrives(owner, attemptId);
    expect(await payments(owner)).toEqual([{ amount_cents: 60_000 }]);
    // The late payment settles what the open form was for, so that form is closed.
    await harness.waitUntilSettled();
    expect((await harness.attempts(owner)).map((one) => one.state)).toEqual(['succeeded', 'canceled']);
  });

  test('can be ended with a reason immediately when the gateway charged another amount', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    const { session } = await harness.openPayForm(invoice);
    await testApp.writeAs(owner.subscriberId, (ctx) =>
      ctx.db
        .updateTable('payment_attempts')
        .set({ amount_cents: 50_000 })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('id', '=', session.attempt_id)
        .execute(),
    );
    await harness.waitUntilSettled();
    expect(await harness.attempts(owner)).toMatchObject([{ problem: 'wrong_amount' }]);
    const attemptId = session.attempt_id;
    expect((await owner.request(closeAttempt, { attemptId })).error?.type).toBe('BAD_USER_INPUT');
    const ended = await owner.call(closeAttempt, { attemptId, reason: 'Given back at Stripe' });
    expect(ended.state).toBe('declined');
    expect(
      (await testApp.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p })).attempt_id,
    ).not.toBe(attemptId);
  });
});

describe('an open form is closed immediately when', () => {
  /** Opens a Stripe form, runs `happens` and returns the state of the attempt without letting time pass. */
  async function after(happens: (owner: TestUser, invoice: TestInvoice) => Promise<unknown>) {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    const session = await testApp.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p });
    await harness.waitUntilSettled();
    expect((await harness.attempts(owner)).map((one) => one.state)).toEqual(['awaiting_payer']);
    await happens(owner, invoice);
    await harness.waitUntilSettled();
    const attempts = await harness.attempts(owner);
    await harness.token(session, 'good').catch(() => null);
    expect(countCharges(harness, 5, attempts)).toBe(0);
    return attempts.map((one) => one.state);
  }

  test('a manual payment is recorded', async () => {
    const cash = (owner: TestUser, invoice: TestInvoice) =>
      owner.call(recordPayment, { id: invoice.appointment_id, amount: 600, method: 'cash' });
    expect(await after(cash)).toEqual(['canceled']);
  });

  test('the fees change', async () => {
    const dearer = (owner: TestUser, invoice: TestInvoice) =>
      owner.call(updateAppointment, {
        id: invoice.appointment_id,
        is_manual_edit: true,
        fees: [{ line_item: 'Inspection', pretax_amount: 700 }],
      });
    expect(await after(dearer)).toEqual(['canceled']);
  });

  test('the appointment is canceled, which blocks deletion until then', async () => {
    const cancels = async (owner: TestUser, invoice: TestInvoice) => {
      const id = invoice.appointment_id;
      await owner.call(cancelAppointment, { id });
      const early = await owner.request(removeAppointment, { id });
      expect(early.error?.message).toBe('An appointment with payments can’t be deleted');
      await harness.waitUntilSettled();
      await owner.call(removeAppointment, { id });
    };
    expect(await after(cancels)).toEqual(['canceled']);
  });

  test('the appointment is deleted; money that arrives late is still recorded', async () => {
    let of: TestUser | undefined;
    const states = await after(async (owner, invoice) => {
      of = owner;
      await owner.call(cancelAppointment, { id: invoice.appointment_id });
      await harness.waitUntilSettled();
      await owner.call(removeAppointment, { id: invoice.appointment_id });
    });
    expect(states).toEqual(['canceled']);
    if (!of) throw new Error('no company');
    const [attempt] = await harness.attempts(of);
    await arrives(of, attempt?.id ?? '');
    expect(await payments(of)).toEqual([{ amount_cents: 60_000 }]);
    await harness.waitUntilSettled();
    const mails = testApp.sent.emails.filter(
      (mail) => mail.subject === '$600.00 received for a deleted appointment',
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('/settings?tab=payments');
    // Its webhook is delivered twice as well.
    await arrives(of, attempt?.id ?? '');
    const owner = await harness.refreshToken(of);
    const { pageData } = await owner.call(listDifferences, {});
    expect(pageData).toMatchObject([
      { kind: 'deleted', ours: 600, invoice_public_id: null, payment: { refundable: 600, card_last4: '' } },
    ]);
    overrideGateway(harness, () => ({
      refund: async (_, { amountMinor }) =>
        ({ state: 'succeeded', kind: 'refund', gatewayRef: 'back', amountMinor, raw: null }) as const,
    }));
    await owner.call(refundPayment, { id: pageData[0]?.payment?.id ?? '', reason: 'It was canceled' });
    expect((await owner.call(listDifferences, {})).pageData).toEqual([]);
    expect(await payments(of)).toEqual([{ amount_cents: 60_000 }]);
    expect(await harness.auditEntries(owner, 'payment-refunded')).toMatchObject([{ amount_cents: 60_000 }]);
  });

  test('the appointment is canceled before its payer is charged', async () => {
    const owner = await harness.createCompany(4);
    const invoice = await harness.createInvoice(owner);
    const acted = await harness.openPayForm(invoice);
    await owner.call(cancelAppointment, { id: invoice.appointment_id });
    expect((await testApp.visitor.request(pay, acted.input)).error?.type).toBe('CONFLICT');
    expect(countCharges(harness, 4, await harness.attempts(owner))).toBe(0);
  });
});
