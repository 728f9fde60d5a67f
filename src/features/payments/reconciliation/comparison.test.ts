import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reconcileGateways } from '#app/jobs/reconcile-gateways.ts';
import { mine } from '#server/db/scope.ts';
import { GatewayError, type Outcome } from '#server/outside/pay/kit/gateway.ts';
import type { TestUser } from '#testing/test-user.ts';
import { inRotation } from '#testing/thorough.ts';
import { type TestGateway, testGatewayKeys, testGateways } from '../attempts/gateway-cards-for-tests.ts';
import { overrideGateway } from '../attempts/gateway-doubles-for-tests.ts';
import { openPaymentHarness, type TestInvoice } from '../attempts/payment-harness-for-tests.ts';
import { getInvoice } from '../contract.ts';
import { comparePayments, listDifferences, resolveDifference } from '../difference-contract.ts';
import { pay, refundPayment } from '../pay-contract.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

/** Runs a comparison and returns what is shown afterwards. */
async function compared(of: TestUser, waits = true) {
  if (waits) await harness.advanceTime('1 minute');
  const owner = await harness.refreshToken(of);
  await owner.call(comparePayments, {});
  await harness.waitUntilSettled();
  return shown(owner);
}

async function shown(of: TestUser) {
  const { pageData, comparison } = await (await harness.refreshToken(of)).call(listDifferences, {});
  const found = pageData.map(({ kind, ours, theirs }) => [kind, ours, theirs]);
  return { found: found.toSorted(), comparison, rows: pageData };
}

const now = async (owner: TestUser, { appointment_id }: TestInvoice) =>
  (await harness.refreshToken(owner)).call(getInvoice, { id: appointment_id });

/** Counts the difference mails sent to the administrators. */
const mails = () => testApp.sent.emails.filter((mail) => /payments don’t match/.test(mail.subject)).length;

async function setPayment(owner: TestUser, { id }: TestInvoice, amount_cents: number): Promise<void> {
  await testApp.writeAs(owner.subscriberId, async (ctx) => {
    await ctx.db.updateTable('payments').set({ amount_cents }).where('invoice_id', '=', id).execute();
  });
}

/** Makes a charge whose answer is lost and whose webhook never comes. */
async function loses(gateway: TestGateway, invoice: TestInvoice): Promise<void> {
  const sim = harness.sim(gateway);
  const acted = await harness.openPayForm(invoice);
  sim.webhooks.mode({ kind: 'hold' });
  const match = gateway === 6 ? { match: { path: '/capture' } } : {};
  sim.listener.faults.add({ ...match, action: { kind: 'reset_after_commit' }, times: 9 });
  await testApp.visitor.call(pay, acted.input);
  sim.listener.faults.clear();
  sim.webhooks.mode({ kind: 'auto' });
}

test.each(inRotation(testGateways, 2, 0))(
  'gateway %i: compares the gateway’s list and our ledger both ways',
  async (gateway) => {
    const owner = await harness.createCompany(gateway);
    const whole = await harness.createInvoice(owner);
    await harness.pay(whole);
    const back = await harness.createInvoice(owner);
    await harness.pay(back);
    const [payment] = (await now(owner, back)).records;
    await (await harness.refreshToken(owner)).call(refundPayment, {
      id: payment?.id ?? '',
      reason: 'No pool',
    });
    const lost = await harness.createInvoice(owner);
    await loses(gateway, lost);
    expect(await now(owner, lost)).toMatchObject({ paid: false });

    const first = await compared(owner, false);
    expect(first).toMatchObject({ found: [], comparison: { state: 'done', agreeing: 3, listed: 3 } });
    expect(await now(owner, lost)).toMatchObject({ paid: true, records: [{ amount: 600 }] });

    testApp.sent.emails.length = 0;
    await setPayment(owner, whole, 59_900);
    expect((await compared(owner)).found).toEqual([['amount', 599, 600]]);
    expect((await compared(owner)).found).toEqual([['amount', 599, 600]]);
    expect(mails()).toBe(1);
    await setPayment(owner, whole, 60_000);
    expect((await compared(owner)).found).toEqual([]);

    harness.sim(gateway).reset();
    expect((await compared(owner)).found).toEqual([
      ['not_there', 600, 0],
      ['not_there', 600, 0],
      ['not_there', 600, 0],
    ]);
    expect(mails()).toBe(2);
  },
);

/** Creates a company whose gateway lists these payments, and knows all of its own when queried individually. */
async function listing(listed: (real: Outcome[]) => Outcome[]) {
  const owner = await harness.createCompany(4);
  const paid = [
    await harness.createInvoice(owner),
    await harness.createInvoice(owner),
    await harness.createInvoice(owner),
  ];
  for (const invoice of paid) await harness.pay(invoice);
  // By now all webhooks of the gateway are processed.
  await harness.waitUntilSettled();
  const ids = new Set((await harness.attempts(owner)).map((one) => one.id));
  overrideGateway(harness, (real) => ({
    list: async (creds, since) =>
      listed((await real.list(creds, since)).filter((one) => ids.has(one.attemptId ?? ''))),
  }));
  testApp.sent.emails.length = 0;
  return { owner, paid };
}

const strange = (attemptId: string | null, gatewayRef: string): Outcome => ({
  ...{ state: 'succeeded', gatewayRef, attemptId, amountMinor: 12_345, currency: 'USD' },
  refundedMinor: 0,
  raw: null,
});

test('unknown payments at the gateway are shown, and mailed if they carry our key', async () => {
  const { owner } = await listing((real) => [
    ...real,
    strange('pazzzzzzzzzzzzzzzz', 'ghost'),
    strange(null, 'till'),
  ]);
  const { found, rows } = await compared(owner);
  expect(found).toEqual([
    ['foreign', 0, 123.45],
    ['not_here', 0, 123.45],
  ]);
  expect(mails()).toBe(1);
  const ghost = rows.find((row) => row.kind === 'not_here');
  const later = await harness.refreshToken(owner);
  const input = { id: ghost?.id ?? '', reason: 'Taken before the restore' };
  expect((await later.request(resolveDifference, { ...input, reason: '' })).error?.details).toHaveProperty(
    'reason',
  );
  await later.call(resolveDifference, input);
  await later.call(resolveDifference, { ...input, reason: 'Once more' });
  expect((await compared(owner)).found).toEqual([['foreign', 0, 123.45]]);
  expect(mails()).toBe(1);
  expect(await harness.auditEntries(owner, 'payment-difference-resolved')).toMatchObject([
    { kind: 'not_here', about: 'ghost', reason: 'Taken before the restore' },
  ]);
});

test('a refund known only to the gateway is recorded, and one known only here is shown', async () => {
  const { owner, paid } = await listing((real) => real);
  const [one, two] = paid as [TestInvoice, TestInvoice];
  await testApp.writeAs(owner.subscriberId, async (ctx) => {
    await ctx.db
      .updateTable('payments')
      .set({ refunded_cents: 10_000, status: 'partially_refunded' })
      .where('invoice_id', '=', one.id)
      .execute();
  });
  overrideGateway(harness, (real) => ({
    fetch: async (creds, ref) => {
      const fetched = await real.fetch(creds, ref);
      const ids = await testApp.readAs(owner.subscriberId, (ctx) =>
        mine(ctx, 'payment_attempts').where('invoice_id', '=', two.id).select('id').execute(),
      );
      return ids.some(({ id }) => id === fetched.attemptId)
        ? { ...fetched, refundedMinor: 60_000, state: 'refunded' }
        : fetched;
    },
    list: async () => [],
  }));
  expect((await compared(owner)).found).toEqual([['refunded', 100, 0]]);
  expect((await now(owner, two)).records).toMatchObject([
    { refunded_amount: 600, refunds: [{ kind: 'at_gateway', amount: 600 }] },
  ]);
});

test('an interrupted comparison continues later with the rest', async () => {
  const { owner } = await listing(() => []);
  let asked: string[] = [];
  overrideGateway(harness, (real) => ({
    fetch: async (creds, ref) => {
      asked.push(ref);
      if (asked.length === 2) throw new GatewayError('gateway_unavailable', 'too many questions');
      return real.fetch(creds, ref);
    },
  }));
  expect(await compared(owner)).toMatchObject({ found: [], comparison: { state: 'running' } });
  const [done, broken] = asked;
  asked = ['', ''];
  await harness.advanceTime('11 minutes');
  expect(await shown(owner)).toMatchObject({ found: [], comparison: { state: 'done', agreeing: 3 } });
  expect(asked).toContain(broken);
  expect(asked).not.toContain(done);
});

test('a gateway that stays unavailable is skipped for that night, without a mail', async () => {
  const { owner } = await listing((real) => real);
  overrideGateway(harness, () => ({
    list: async () => {
      throw new GatewayError('gateway_unavailable', 'away');
    },
  }));
  await compared(owner);
  for (let n = 0; n < 6; n += 1) await harness.advanceTime('6 hours');
  expect(await shown(owner)).toMatchObject({ found: [], comparison: { state: 'failed' } });
  expect(mails()).toBe(0);
});

/** Counts the comparisons started in each hour of a day. */
async function nights(): Promise<number[]> {
  const started: number[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    started.push(await reconcileGateways(testApp.runtime));
    await harness.advanceTime('1 hour');
  }
  return started;
}

const rowsOf = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'gateway_comparisons').select(['day', 'state']).execute(),
  );

test('each live gateway is compared once a night, and simulators are not', async () => {
  const owner = await harness.createCompany(5);
  expect(Math.max(...(await nights()))).toBe(0);
  expect(await rowsOf(owner)).toEqual([]);
  overrideGateway(harness, () => ({ list: async () => [] }));
  await testApp.writeAs(owner.subscriberId, (ctx) =>
    ctx.db
      .updateTable('companies')
      .set({ settings: sql`settings || '{"gateway_sandbox": false}'` })
      .where('subscriber_id', '=', owner.subscriberId)
      .execute(),
  );
  const started = (await nights()).filter((count) => count > 0);
  const rows = await rowsOf(owner);
  // Depends on the current hour: the 24 hours may span two days of the company.
  expect([1, 2]).toContain(rows.length);
  expect(started).toEqual(rows.map(() => 1));
  expect(rows.every((row) => row.state === 'done')).toBe(true);
  await testApp.writeAs(owner.subscriberId, async (ctx) => {
    await ctx.db.deleteFrom('gateway_comparisons').execute();
    await ctx.db.deleteFrom('company_secrets').where('name', 'like', 'payment.%').execute();
  });
  expect(Math.max(...(await nights()))).toBe(0);
});

test('differences and comparisons require the permission to see payments', async () => {
  const owner = await harness.createCompany(4);
  const staff = await testApp.create.member(await harness.refreshToken(owner), { type: 'staff' });
  expect((await staff.request(listDifferences, {})).error?.type).toBe('FORBIDDEN');
  expect((await staff.request(comparePayments, {})).error?.type).toBe('FORBIDDEN');
});

/** Sends a transaction directly to Authorize.Net, as the company could outside the app. */
async function atDashboard(transactionRequest: object): Promise<void> {
  const { api_login_id: name, transaction_key: transactionKey } = testGatewayKeys[3];
  const merchantAuthentication = { name, transactionKey };
  const answer = await fetch(`${harness.sim(3).url}/xml/v1/request.api`, {
    method: 'POST',
    body: JSON.stringify({ createTransactionRequest: { merchantAuthentication, transactionRequest } }),
  });
  expect(await answer.text()).toContain('has been approved');
}

const givesBack = (refTransId: string, amount: string) =>
  atDashboard({
    transactionType: 'refundTransaction',
    amount,
    payment: { creditCard: { cardNumber: '0027', expirationDate: 'XXXX' } },
    refTransId,
  });

const nameOf = async (owner: TestUser, { id }: TestInvoice) => {
  const row = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'payments').where('invoice_id', '=', id).select('gateway_ref').executeTakeFirst(),
  );
  return row?.gateway_ref ?? '';
};

/** Returns the refunds of an invoice's payment as the company sees them. */
async function wentBack(owner: TestUser, invoice: TestInvoice) {
  const [record] = (await now(owner, invoice)).records;
  return [record?.refunded_amount, record?.refunds.map((one) => [one.kind, one.amount])];
}

test('Authorize.Net: a refund made in its dashboard is recorded once, refund by refund', async () => {
  const owner = await harness.createCompany(3);
  const [young, old, ours] = [
    await harness.createInvoice(owner),
    await harness.createInvoice(owner),
    await harness.createInvoice(owner),
  ];
  await harness.pay(old);
  await harness.advanceTime('6 days');
  for (const invoice of [young, ours]) await harness.pay(invoice);
  await harness.advanceTime('25 hours');
  const again = await harness.refreshToken(owner);
  const [record] = (await now(owner, ours)).records;
  await again.call(refundPayment, { id: record?.id ?? '', amount: 50, reason: 'No pool' });
  await givesBack(await nameOf(owner, young), '100.00');
  // Older than the list goes back, so only its refund is listed.
  await givesBack(await nameOf(owner, old), '30.00');
  expect((await compared(owner)).found).toEqual([]);
  expect(await wentBack(owner, young)).toEqual([100, [['at_gateway', 100]]]);
  expect(await wentBack(owner, old)).toEqual([30, [['at_gateway', 30]]]);
  // The next day these are settled, and another part is refunded.
  await harness.advanceTime('25 hours');
  await givesBack(await nameOf(owner, young), '40.00');
  for (let n = 0; n < 2; n += 1) expect((await compared(owner)).found).toEqual([]);
  expect(await wentBack(owner, young)).toEqual([
    140,
    [
      ['at_gateway', 100],
      ['at_gateway', 40],
    ],
  ]);
  expect(await wentBack(owner, ours)).toEqual([50, [['refund', 50]]]);
  expect(await now(owner, young)).toMatchObject({ outstanding: 0, paid_amount: 460 });
});

test('Authorize.Net: a refund that was voided before it settled refunds nothing', async () => {
  const owner = await harness.createCompany(3);
  const invoice = await harness.createInvoice(owner);
  await harness.pay(invoice);
  await harness.advanceTime('25 hours');
  await givesBack(await nameOf(owner, invoice), '100.00');
  expect((await compared(owner)).found).toEqual([]);
  expect(await wentBack(owner, invoice)).toEqual([100, [['at_gateway', 100]]]);
  const refund = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'payment_refunds').select('gateway_ref').executeTakeFirstOrThrow(),
  );
  await atDashboard({ transactionType: 'voidTransaction', refTransId: refund.gateway_ref });
  expect((await compared(owner)).found).toEqual([['refunded', 100, 0]]);
});
