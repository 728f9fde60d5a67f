import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sweepPayments } from '#app/jobs/sweep-payments.ts';
import { gatewayCreds, gatewayMode } from '#features/company/gateway-connection.ts';
import { getGateway, putGateway, testGateway } from '#features/company/gateway-contract.ts';
import { mine } from '#server/db/scope.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getInvoice, getPublicInvoice, type Invoice, recordPayment, voidPayment } from '../contract.ts';
import { notifyGatewayRejected } from '../notify-gateway-rejected.ts';
import { beginPayment, closeRefund, pay, refundPayment } from '../pay-contract.ts';
import { openPaymentHarness } from './payment-harness-for-tests.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

const now = (owner: TestUser, invoice: Invoice) => owner.call(getInvoice, { id: invoice.appointment_id });
const paymentOf = async (owner: TestUser, invoice: Invoice) =>
  (await now(owner, invoice)).records[0]?.id ?? '';
const put = (owner: TestUser, gateway: number, credentials: Record<string, string | null>, sandbox = true) =>
  owner.call(putGateway, {
    subscriberId: owner.subscriberId,
    payment_type: gateway,
    credentials,
    sandbox,
  });
const connection = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'gateway_connections').select(['status', 'error_code']).executeTakeFirstOrThrow(),
  );

/** Simulates jobs that failed for good: they are no longer in any queue. */
const loseJobs = () =>
  sql`delete from pgboss.job where state in ('created', 'retry')`.execute(testApp.runtime.db);

describe('a refund whose gateway has lost its keys', () => {
  test('is rejected before its amount is reserved', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    await harness.pay(invoice);
    const id = await paymentOf(owner, invoice);
    await testApp.writeAs(owner.subscriberId, (ctx) =>
      ctx.db.deleteFrom('company_secrets').where('subscriber_id', '=', owner.subscriberId).execute(),
    );
    const refused = await owner.request(refundPayment, { id, reason: 'The pool was not there' });
    expect(refused.status).toBe(409);
    expect(refused.error?.details).toMatchObject({ code: 'no_keys' });
    expect(await now(owner, invoice)).toMatchObject({
      outstanding: 0,
      records: [{ refundable: 600, refunds: [] }],
    });
    await put(owner, 5, { publishable_key: 'pk_test_gable', secret_key: 'sk_test_gableSecretKey' });
    expect((await owner.request(refundPayment, { id, reason: 'Again' })).status).toBe(200);
  });
});

test('a refund in progress when the keys are removed can be ended manually after two days', async () => {
  const owner = await harness.createCompany(4);
  const invoice = await harness.createInvoice(owner);
  await harness.pay(invoice);
  const id = await paymentOf(owner, invoice);
  const sim = harness.sim(4);
  sim.webhooks.mode({ kind: 'hold' });
  sim.listener.faults.add({ action: { kind: 'reset' }, times: 9 });
  await owner.request(refundPayment, { id, reason: 'The pool was not there' });
  sim.listener.faults.clear();
  await testApp.writeAs(owner.subscriberId, (ctx) =>
    ctx.db.deleteFrom('company_secrets').where('subscriber_id', '=', owner.subscriberId).execute(),
  );
  const refund = async (of: TestUser) => (await now(of, invoice)).records[0]?.refunds[0];
  const refundId = (await refund(owner))?.id ?? '';
  const early = await owner.request(closeRefund, { refundId, reason: 'Nothing there' });
  expect(early.error?.message).toBe('A refund is still in progress. Try again once it is complete.');
  await harness.advanceTime('49 hours');
  await harness.advanceTime('49 hours');
  const later = await harness.refreshToken(owner);
  expect(await refund(later)).toMatchObject({ problem: 'never_known' });
  const closed = await later.call(closeRefund, { refundId, reason: 'Nothing there' });
  expect(closed).toMatchObject({ refunded_amount: 0, refundable: 600, refunds: [{ state: 'failed' }] });
  sim.webhooks.mode({ kind: 'auto' });
});

test('a partly refunded payment cannot be voided', async () => {
  const owner = await testApp.create.owner();
  const invoice = await harness.createInvoice(owner);
  await owner.call(recordPayment, { id: invoice.appointment_id, amount: 600, method: 'check' });
  const id = await paymentOf(owner, invoice);
  await owner.call(refundPayment, { id, amount: 100, reason: 'The pool was not there' });
  const before = await now(owner, invoice);
  const refused = await owner.request(voidPayment, { id, reason: 'A slip' });
  expect(refused.status).toBe(409);
  expect(refused.error?.message).toBe('This payment was partly refunded and can’t be voided');
  expect(await now(owner, invoice)).toEqual(before);
});

test('paying while the last signature is being saved emits that the appointment is signed and paid', async () => {
  const owner = await testApp.create.owner();
  const invoice = await harness.createInvoice(owner);
  const id = invoice.appointment_id;
  await setSigned(owner, id, false);
  let paying: Promise<unknown> = Promise.resolve();
  await testApp.writeAs(owner.subscriberId, async (ctx) => {
    await ctx.db
      .updateTable('appointments')
      .set({ agreement_signed: true })
      .where('subscriber_id', '=', owner.subscriberId)
      .where('id', '=', id)
      .execute();
    paying = owner.call(recordPayment, { id, amount: 600, method: 'cash' });
    await expect.poll(waiting, { timeout: 5000 }).toBeGreaterThan(0);
  });
  await paying;
  const events = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'events')
      .where('appointment_id', '=', id)
      .where('type', 'in', ['invoice.paid', 'appointment.signed_and_paid'])
      .orderBy('id')
      .select('type')
      .execute(),
  );
  expect(events.map((one) => one.type)).toEqual(['invoice.paid', 'appointment.signed_and_paid']);
});

async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(testApp.runtime.db);
  return rows[0]?.n ?? 0;
}

function setSigned(owner: TestUser, id: string, agreement_signed: boolean) {
  return testApp.writeAs(owner.subscriberId, (ctx) =>
    ctx.db
      .updateTable('appointments')
      .set({ agreement_signed })
      .where('subscriber_id', '=', owner.subscriberId)
      .where('id', '=', id)
      .execute(),
  );
}

describe('going live', () => {
  test('lets no test attempt block payments and raises no alert', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    const { attempt_id } = await testApp.visitor.call(beginPayment, {
      publicId: invoice.public_id,
      p: invoice.p,
    });
    await harness.waitUntilSettled();
    testApp.sent.emails.length = 0;
    await put(owner, 5, { publishable_key: 'pk_live_gable', secret_key: 'sk_live_gableSecretKey' }, false);
    await harness.waitUntilSettled();
    // Simulates that the live gateway accepted the keys: tests cannot reach it.
    await testApp.writeAs(owner.subscriberId, (ctx) =>
      ctx.db
        .updateTable('gateway_connections')
        .set({ status: 'ok' })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute(),
    );
    const input = { publicId: invoice.public_id, p: invoice.p, attempt_id, token: 'pi_anything' };
    expect((await testApp.visitor.request(pay, input)).status).toBe(409);
    expect(await harness.attempts(owner)).toMatchObject([{ id: attempt_id, state: 'canceled', problem: '' }]);
    for (let n = 0; n < 2; n += 1) await harness.advanceTime('20 minutes');
    expect(await connection(owner)).toMatchObject({ status: 'ok' });
    expect(testApp.sent.emails).toEqual([]);
    // The next attempt is a live one, which fails because the live gateway cannot be reached.
    await testApp.visitor.request(beginPayment, { publicId: invoice.public_id, p: invoice.p });
    expect(await harness.attempts(owner)).toHaveLength(2);
  });

  test('ignores what a test system says about the live keys', async () => {
    const owner = await harness.createCompany(5);
    const reject = (mode: 'simulator' | 'live') =>
      testApp.writeAs(owner.subscriberId, (ctx) =>
        notifyGatewayRejected(ctx, { gateway: 5, mode }, 'keys refused'),
      );
    await reject('live');
    expect(await connection(owner)).toMatchObject({ status: 'ok' });
    await reject('simulator');
    expect(await connection(owner)).toMatchObject({ status: 'needs_attention' });
  });

  test.each([3, 6, 7] as const)(
    'never shows the live keys of gateway %i to a test system',
    async (gateway) => {
      const owner = await harness.createCompany(gateway);
      const invoice = await harness.createInvoice(owner);
      await harness.pay(invoice);
      const of = (mode: 'simulator' | 'live') =>
        testApp.readAs(owner.subscriberId, async (ctx) => ({
          present: await gatewayMode(ctx),
          creds: await gatewayCreds(ctx, gateway, mode),
        }));
      expect(await of('simulator')).toMatchObject({ present: 'simulator', creds: { mode: 'simulator' } });
      // The gateway accepts these keys as test keys, so the live payment was not made with them.
      expect((await of('live')).creds).toBeNull();
    },
  );
});

test('checking the keys while the gateway is unavailable leaves online payments enabled', async () => {
  const owner = await harness.createCompany(5);
  const invoice = await harness.createInvoice(owner);
  harness.sim(5).listener.faults.add({ action: { kind: 'status', code: 503 }, times: 99 });
  const asked = await owner.call(testGateway, { subscriberId: owner.subscriberId });
  harness.sim(5).listener.faults.clear();
  expect(asked).toMatchObject({ result: 'refused', code: 'gateway_unavailable' });
  expect(await connection(owner)).toEqual({ status: 'ok', error_code: 'gateway_unavailable' });
  expect(
    (await testApp.visitor.request(beginPayment, { publicId: invoice.public_id, p: invoice.p })).status,
  ).toBe(200);
  await owner.call(testGateway, { subscriberId: owner.subscriberId });
  const shown = await owner.call(getGateway, { subscriberId: owner.subscriberId });
  expect(shown.connection).toMatchObject({ status: 'ok', code: '' });
});

describe('the hourly sweep', () => {
  test('finds a charge whose job was lost and whose webhook never came', async () => {
    const owner = await harness.createCompany(4);
    const invoice = await harness.createInvoice(owner);
    const sim = harness.sim(4);
    sim.webhooks.mode({ kind: 'hold' });
    const acted = await harness.openPayForm(invoice);
    sim.listener.faults.add({ action: { kind: 'reset_after_commit' }, times: 9 });
    await testApp.visitor.call(pay, acted.input);
    sim.listener.faults.clear();
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'unknown' }]);
    await loseJobs();
    expect(await sweepPayments(testApp.runtime)).toBe(0);
    await harness.advanceTime('4 hours');
    const shown = () => testApp.visitor.call(getPublicInvoice, { publicId: invoice.public_id });
    expect(await shown()).toMatchObject({ outstanding: 600 });
    expect(await sweepPayments(testApp.runtime)).toBeGreaterThan(0);
    await testApp.runDueJobs();
    expect(await shown()).toMatchObject({ status: 'paid', outstanding: 0 });
    sim.webhooks.mode({ kind: 'auto' });
  });

  test('finds a refund whose job was lost and whose webhook never came', async () => {
    const owner = await harness.createCompany(4);
    const invoice = await harness.createInvoice(owner);
    await harness.pay(invoice);
    const sim = harness.sim(4);
    sim.webhooks.mode({ kind: 'hold' });
    const id = await paymentOf(owner, invoice);
    sim.listener.faults.add({ action: { kind: 'reset_after_commit' }, times: 9 });
    await owner.request(refundPayment, { id, reason: 'The pool was not there' });
    sim.listener.faults.clear();
    await loseJobs();
    await harness.advanceTime('4 hours');
    const later = await harness.refreshToken(owner);
    expect((await now(later, invoice)).records[0]).toMatchObject({ refunded_amount: 0 });
    expect(await sweepPayments(testApp.runtime)).toBeGreaterThan(0);
    for (let n = 0; n < 3; n += 1) await harness.advanceTime('3 minutes');
    expect((await now(later, invoice)).records[0]).toMatchObject({ refunded_amount: 600, refundable: 0 });
    sim.webhooks.mode({ kind: 'auto' });
  });
});
