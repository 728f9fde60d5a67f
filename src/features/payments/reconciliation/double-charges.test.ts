import { expect, test } from 'vitest';
import { putGateway } from '#features/company/gateway-contract.ts';
import { mine } from '#server/db/scope.ts';
import { GatewayError, type Outcome } from '#server/outside/pay/kit/gateway.ts';
import type { TestUser } from '#testing/test-user.ts';
import { testGatewayKeys } from '../attempts/gateway-cards-for-tests.ts';
import { overrideGateway } from '../attempts/gateway-doubles-for-tests.ts';
import { openPaymentHarness, type TestInvoice } from '../attempts/payment-harness-for-tests.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import { getInvoice } from '../contract.ts';
import { comparePayments, listDifferences } from '../difference-contract.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

/** Runs a comparison and returns what is shown afterwards. */
async function compared(of: TestUser) {
  await harness.advanceTime('1 minute');
  await (await harness.refreshToken(of)).call(comparePayments, {});
  await harness.waitUntilSettled();
  const { pageData } = await (await harness.refreshToken(of)).call(listDifferences, {});
  return pageData.map(({ kind, ours, theirs, about }) => [kind, ours, theirs, about]);
}

const mails = () => testApp.sent.emails.filter((mail) => /payments don’t match/.test(mail.subject)).length;

/**
 * Creates a company with one payment, whose gateway also lists what `more` derives from it, and knows that when
 * queried.
 */
async function companyWithListed(more: (real: Outcome, invoice: TestInvoice) => Outcome[], isKnown = true) {
  const owner = await harness.createCompany(4);
  const invoice = await harness.createInvoice(owner);
  await harness.pay(invoice);
  await harness.waitUntilSettled();
  const [attempt] = await harness.attempts(owner);
  testApp.sent.emails.length = 0;
  const there: Outcome[] = [];
  overrideGateway(harness, (real) => ({
    list: async (creds, since) => {
      const own = (await real.list(creds, since)).filter((one) => one.attemptId === attempt?.id);
      if (own[0]) there.splice(0, there.length, ...more(own[0], invoice));
      return [...own, ...there];
    },
    fetch: async (creds, ref) => {
      const found = there.find((one) => one.gatewayRef === ref);
      if (found && !isKnown) throw new GatewayError('not_found', 'unknown');
      return found ?? real.fetch(creds, ref);
    },
  }));
  return { owner, invoice };
}

const records = async (owner: TestUser, { appointment_id }: TestInvoice) =>
  (await (await harness.refreshToken(owner)).call(getInvoice, { id: appointment_id })).records;

test.each([true, false])(
  'a payer who was charged twice for one attempt is reported (known when asked again: %s)',
  async (isKnown) => {
    let back = 0;
    const { owner, invoice } = await companyWithListed(
      (real) => [
        { ...real, gatewayRef: 'second', refundedMinor: back, state: back ? 'refunded' : real.state },
      ],
      isKnown,
    );
    expect(await compared(owner)).toEqual([['not_here', 0, 600, 'second']]);
    expect(await compared(owner)).toEqual([['not_here', 0, 600, 'second']]);
    expect(mails()).toBe(1);
    // Refunding the second charge resolves the difference and is not recorded as a refund of the first.
    back = 60_000;
    expect(await compared(owner)).toEqual([]);
    expect(await records(owner, invoice)).toMatchObject([{ amount: 600, refunded_amount: 0 }]);
  },
);

test('a webhook about a second charge changes neither the reference nor the amount of the first', async () => {
  const owner = await harness.createCompany(4);
  const invoice = await harness.createInvoice(owner);
  await harness.pay(invoice);
  await harness.waitUntilSettled();
  const [attempt] = await harness.attempts(owner);
  const attemptId = attempt?.id ?? '';
  const nameOf = async () => {
    const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'payment_attempts')
        .where('id', '=', attemptId)
        .select(['gateway_ref', 'decline_code'])
        .execute(),
    );
    return rows[0];
  };
  const first = await nameOf();
  testApp.sent.emails.length = 0;
  const report = (more: Partial<Outcome>) =>
    testApp.writeAs(owner.subscriberId, (ctx) =>
      settleAttempt(
        ctx,
        attemptId,
        {
          ...{ state: 'succeeded', gatewayRef: 'second', attemptId, amountMinor: 60_000 },
          ...{ currency: 'USD', refundedMinor: 0, raw: null },
          ...more,
        },
        'check',
      ),
    );
  const found = async () =>
    (await (await harness.refreshToken(owner)).call(listDifferences, {})).pageData.map(
      ({ kind, ours, theirs, about }) => [kind, ours, theirs, about],
    );
  for (let n = 0; n < 3; n += 1) await report({});
  // A late report about a card that was declined before the one that was charged.
  await report({ state: 'failed', gatewayRef: 'refused', declineCode: 'declined' });
  expect(await nameOf()).toEqual(first);
  expect(await found()).toEqual([['not_here', 0, 600, 'second']]);
  await harness.waitUntilSettled();
  expect(mails()).toBe(1);
  // Refunding the second charge is not a refund of the first, and resolves the difference.
  await report({ state: 'refunded', refundedMinor: 60_000 });
  expect(await found()).toEqual([]);
  expect(await nameOf()).toEqual(first);
  expect(await records(owner, invoice)).toMatchObject([{ amount: 600, refunded_amount: 0 }]);
});

test('a double charge is reported when neither charge was known', async () => {
  const { owner, invoice } = await companyWithListed((real) => [{ ...real, gatewayRef: 'second' }]);
  // As after restoring a backup: the attempt is open again, and its payment is missing.
  await testApp.writeAs(owner.subscriberId, async (ctx) => {
    await ctx.db.deleteFrom('payments').where('invoice_id', '=', invoice.id).execute();
    const open = { state: 'unknown', gateway_ref: null };
    await ctx.db.updateTable('payment_attempts').set(open).where('invoice_id', '=', invoice.id).execute();
  });
  expect(await compared(owner)).toEqual([['not_here', 0, 600, 'second']]);
  expect(await records(owner, invoice)).toMatchObject([{ amount: 600 }]);
});

test('a second payment of an order paid on the hosted page is reported', async () => {
  const { owner, invoice } = await companyWithListed((real) => [
    { ...real, gatewayRef: 'second', attemptId: null, orderRef: 'the-order' },
  ]);
  await testApp.writeAs(owner.subscriberId, (ctx) =>
    ctx.db
      .updateTable('payment_attempts')
      .set({ order_ref: 'the-order' })
      .where('invoice_id', '=', invoice.id)
      .execute(),
  );
  expect(await compared(owner)).toEqual([['not_here', 0, 600, 'second']]);
  expect(mails()).toBe(1);
});

test.each([
  ['none of our orders is shown', () => 'walk-in', 0],
  ['one of our orders is also mailed', ({ number }: TestInvoice) => number, 1],
])('a payment taken outside the app for %s', async (_, named, count) => {
  const { owner } = await companyWithListed((real, invoice) => [
    { ...real, gatewayRef: 'till', attemptId: named(invoice) },
  ]);
  expect(await compared(owner)).toEqual([['foreign', 0, 600, 'till']]);
  expect(mails()).toBe(count);
});

test('two companies that share a gateway account do not see each other’s payments', async () => {
  const [one, other] = [await harness.createCompany(5), await harness.createCompany(5)];
  for (const owner of [one, other]) await harness.pay(await harness.createInvoice(owner));
  await harness.waitUntilSettled();
  const ids = new Set<string>();
  for (const owner of [one, other]) for (const { id } of await harness.attempts(owner)) ids.add(id);
  overrideGateway(harness, (real) => ({
    list: async (creds, since) =>
      (await real.list(creds, since)).filter((each) => ids.has(each.attemptId ?? '')),
  }));
  expect(await compared(one)).toEqual([]);
  expect(await compared(other)).toEqual([]);
});

test('replaced keys of the same account are compared with what the previous ones took', async () => {
  const owner = await harness.createCompany(4);
  await harness.pay(await harness.createInvoice(owner));
  await harness.waitUntilSettled();
  const credentials = { ...testGatewayKeys[4], access_token: 'EAAArotatedAccessToken' };
  const input = { subscriberId: owner.subscriberId, payment_type: 4, credentials, sandbox: true };
  expect((await owner.call(putGateway, input)).connection?.status).toBe('ok');
  const [attempt] = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'payment_attempts').select(['account_id', 'gateway_ref']).execute(),
  );
  expect(attempt?.account_id).not.toBe('');
  overrideGateway(harness, () => ({
    list: async () => [],
    fetch: async () => {
      throw new GatewayError('not_found', 'gone');
    },
  }));
  expect(await compared(owner)).toEqual([['not_there', 600, 0, attempt?.gateway_ref]]);
});
