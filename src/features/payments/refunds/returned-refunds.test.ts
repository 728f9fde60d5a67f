import { describe, expect, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import type { TestUser } from '#testing/test-user.ts';
import { inRotation } from '#testing/thorough.ts';
import { testGateways } from '../attempts/gateway-cards-for-tests.ts';
import { openPaymentHarness } from '../attempts/payment-harness-for-tests.ts';
import { getInvoice, type Invoice } from '../contract.ts';
import { refundPayment } from '../pay-contract.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

const now = (owner: TestUser, invoice: Invoice) => owner.call(getInvoice, { id: invoice.appointment_id });
const idOf = async (owner: TestUser, invoice: Invoice) => (await now(owner, invoice)).records[0]?.id ?? '';
const subjects = (word: string) =>
  testApp.sent.emails.map((mail) => mail.subject).filter((subject) => subject.includes(word));
const mailsOf = async (owner: TestUser, template: string) => {
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'outbound_messages').where('template_key', '=', template).select('id').execute(),
  );
  return rows.length;
};
const refundsOf = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (ctx) => mine(ctx, 'payment_refunds').selectAll().execute());
const paymentsOf = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (ctx) => mine(ctx, 'payments').selectAll().execute());

/** Returns a paid invoice with a recorded refund of $200 and the gateway's reference of that refund. */
async function refundedInPart(gateway: 3 | 4 | 5 | 6 | 7) {
  const owner = await harness.createCompany(gateway);
  const invoice = await harness.createInvoice(owner);
  await harness.pay(invoice);
  await harness.advanceTime('2 days');
  const later = await harness.refreshToken(owner);
  const id = await idOf(later, invoice);
  await later.request(refundPayment, { id, amount: 200, reason: 'The pool was not there' });
  for (let n = 0; n < 2; n += 1) await harness.advanceTime('12 hours');
  const again = await harness.refreshToken(owner);
  expect(await now(again, invoice)).toMatchObject({ credits: 200, paid_amount: 400, outstanding: 0 });
  testApp.sent.emails.length = 0;
  const [refund] = await refundsOf(owner);
  return { owner: again, invoice, ref: refund?.gateway_ref ?? '' };
}

const takenBack = {
  status: 'paid',
  credits: 0,
  paid_amount: 600,
  outstanding: 0,
  records: [
    { status: 'succeeded', refunded_amount: 0, refundable: 600, refunds: [{ state: 'failed', credit: 0 }] },
  ],
};

describe.each([4, 5, 6] as const)('gateway %i', (gateway) => {
  test('reports days later that a refund failed, which reverses it and notifies once', async () => {
    const { owner, invoice, ref } = await refundedInPart(gateway);
    const sim = harness.sim(gateway);
    sim.delayedEvents?.failRefund(ref);
    await harness.waitUntilSettled();
    const latest = sim.webhooks.events().at(-1)?.id ?? '';
    const earlier = sim.webhooks.events().map((event) => event.id);
    for (const id of [latest, ...earlier, latest]) await sim.webhooks.replay(id);
    for (let n = 0; n < 2; n += 1) await harness.advanceTime('5 minutes');
    expect(await now(owner, invoice)).toMatchObject(takenBack);
    expect(subjects('Refund returned')).toEqual([`Refund returned for ${invoice.number}`]);
    expect(await harness.auditEntries(owner, 'payment-refund-returned')).toHaveLength(1);
    // The full amount can be refunded again.
    const id = await idOf(owner, invoice);
    await (await harness.refreshToken(owner)).request(refundPayment, { id, reason: 'Once more' });
    await harness.advanceTime('5 minutes');
    expect(await now(await harness.refreshToken(owner), invoice)).toMatchObject({
      status: 'refunded',
      credits: 600,
    });
  });

  test('reports that the payer disputes, which sets a flag and sends one mail', async () => {
    const owner = await harness.createCompany(gateway);
    const invoice = await harness.createInvoice(owner);
    await harness.pay(invoice);
    await harness.waitUntilSettled();
    testApp.sent.emails.length = 0;
    const [attempt] = await harness.attempts(owner);
    const sim = harness.sim(gateway);
    const there = sim.payments().find((one) => one.attemptId === attempt?.id);
    expect((await paymentsOf(owner))[0]?.disputed_at).toBeNull();
    sim.delayedEvents?.dispute(there?.ref ?? '');
    await harness.waitUntilSettled();
    const last = sim.webhooks.events().at(-1)?.id ?? '';
    for (let n = 0; n < 3; n += 1) await sim.webhooks.replay(last);
    await harness.waitUntilSettled();
    expect((await now(owner, invoice)).records[0]?.disputed_at).toEqual(expect.any(String));
    expect(await now(owner, invoice)).toMatchObject({ status: 'paid', outstanding: 0 });
    expect(subjects('disputed')).toEqual([`A payment for ${invoice.number} is disputed`]);
  });
});

test.each(inRotation(testGateways, 2, 1))(
  'gateway %i: a refund that failed later is found without a webhook',
  async (gateway) => {
    const { owner, invoice } = await refundedInPart(gateway);
    const { pay } = testApp.runtime.external;
    const of: typeof pay.of = (creds) => {
      const real = pay.of(creds);
      const fetchRefund: typeof real.fetchRefund = async (...args) => ({
        ...(await real.fetchRefund(...args)),
        state: 'failed',
        failureText: 'account closed',
      });
      return { ...real, fetchRefund };
    };
    Object.assign(testApp.runtime.external, { pay: { ...pay, of } });
    for (let n = 0; n < 4; n += 1) await harness.advanceTime('3 days');
    Object.assign(testApp.runtime.external, { pay });
    expect(await now(await harness.refreshToken(owner), invoice)).toMatchObject(takenBack);
    expect(await mailsOf(owner, 'refund_returned')).toBe(1);
  },
);

test('administrators are notified once of a refund that the gateway rejects immediately', async () => {
  const owner = await harness.createCompany(4);
  const invoice = await harness.createInvoice(owner);
  await harness.pay(invoice);
  const id = await idOf(owner, invoice);
  testApp.sent.emails.length = 0;
  const sim = harness.sim(4);
  sim.webhooks.mode({ kind: 'hold' });
  sim.listener.faults.add({
    match: { path: '/v2/refunds' },
    action: { kind: 'reset_after_commit' },
    times: 9,
  });
  await owner.request(refundPayment, { id, reason: 'The pool was not there' });
  sim.listener.faults.clear();
  const [refund] = await refundsOf(owner);
  expect(refund?.state).toBe('unknown');
  const { pay } = testApp.runtime.external;
  const of: typeof pay.of = (creds) => {
    const real = pay.of(creds);
    const refund: typeof real.refund = async (...args) => ({
      ...(await real.refund(...args)),
      state: 'failed',
      failureCode: 'refused',
      failureText: 'The balance does not suffice',
    });
    return { ...real, refund };
  };
  Object.assign(testApp.runtime.external, { pay: { ...pay, of } });
  for (let n = 0; n < 3; n += 1) await harness.advanceTime('3 minutes');
  Object.assign(testApp.runtime.external, { pay });
  sim.webhooks.mode({ kind: 'auto' });
  expect(await now(owner, invoice)).toMatchObject({
    records: [{ refundable: 600, refunds: [{ state: 'failed' }] }],
  });
  expect(subjects('Refund failed')).toEqual([`Refund failed for ${invoice.number}`]);
  expect(testApp.sent.emails.at(-1)?.text).toContain('The balance does not suffice');
});

test('a refund that was made at the gateway itself and then failed is reversed too', async () => {
  const owner = await harness.createCompany(5);
  const invoice = await harness.createInvoice(owner);
  await harness.pay(invoice);
  const [attempt] = await harness.attempts(owner);
  const there = harness
    .sim(5)
    .payments()
    .find((one) => one.attemptId === attempt?.id);
  const made = await fetch(`${harness.sim(5).url}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_gableSecretKey',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_intent: there?.ref ?? '', amount: '20000' }),
  });
  const { id } = (await made.json()) as { id: string };
  await harness.waitUntilSettled();
  expect(await now(owner, invoice)).toMatchObject({ credits: 200, paid_amount: 400 });
  harness.sim(5).delayedEvents?.failRefund(id);
  await harness.waitUntilSettled();
  expect(await now(owner, invoice)).toMatchObject({ status: 'paid', credits: 0, paid_amount: 600 });
});
