import { afterEach, describe, expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getPublicInvoice } from '../contract.ts';
import { listDifferences } from '../difference-contract.ts';
import { beginPayment, closeAttempt, type PaySession, pay } from '../pay-contract.ts';
import { payOnGatewayPage } from './gateway-cards-for-tests.ts';
import { openPaymentHarness, type TestInvoice } from './payment-harness-for-tests.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;
type WithPage = 3 | 4 | 5 | 7;

const setsUp = (
  owner: TestUser,
  settings: { checkout_style?: 'redirect'; allow_partial_payments?: boolean },
) => owner.call(updateSettings, { subscriberId: owner.subscriberId, ...settings });
const changesKeys = (owner: TestUser, credentials: Record<string, string>) =>
  owner.call(updateSettings, { subscriberId: owner.subscriberId, credentials });

async function redirecting(gateway: WithPage) {
  const owner = await harness.createCompany(gateway);
  await setsUp(owner, { checkout_style: 'redirect' });
  return { owner, invoice: await harness.createInvoice(owner), before: charges(gateway) };
}

const link = (invoice: TestInvoice) => ({ publicId: invoice.public_id, p: invoice.p });
const begins = (invoice: TestInvoice, amount?: number) =>
  testApp.visitor.call(beginPayment, { ...link(invoice), ...(amount ? { amount } : {}) });
const tryToBegin = (invoice: TestInvoice, amount?: number) =>
  testApp.visitor.request(beginPayment, { ...link(invoice), ...(amount ? { amount } : {}) });
const shown = (invoice: TestInvoice) => testApp.visitor.call(getPublicInvoice, link(invoice));
const returns = (invoice: TestInvoice, { attempt_id }: PaySession) =>
  testApp.visitor.request(pay, { publicId: invoice.public_id, attempt_id });
const pays = (gateway: WithPage, session: PaySession, other?: Record<string, string>) =>
  payOnGatewayPage(harness.sim(gateway), session, 'pay', other);
const deaf = (gateway: WithPage) => harness.sim(gateway).webhooks.mode({ kind: 'drop', rate: 1 });

/** Counts the charges the gateway has recorded so far, for all payers. */
function charges(gateway: WithPage): number {
  return harness
    .sim(gateway)
    .payments()
    .filter((one) => one.isCharged).length;
}

afterEach(async () => {
  // An undelivered webhook would keep the test app from closing.
  await harness.waitUntilSettled();
  for (const gateway of [3, 4, 5, 7] as const) {
    harness.sim(gateway).webhooks.mode({ kind: 'auto' });
    harness.sim(gateway).listener.faults.clear();
  }
});

describe('Authorize.Net, whose hosted page cannot be closed,', () => {
  test('gets one page for an attempt, so two tabs with two cards are charged once', async () => {
    const { owner, invoice, before } = await redirecting(3);
    const [a, b] = await Promise.all([begins(invoice), begins(invoice)]);
    const c = await begins(invoice);
    expect(b.redirect).toEqual(a.redirect);
    expect(c.redirect).toEqual(a.redirect);
    expect(pays(3, a)).not.toBe('');
    expect(pays(3, c, { number: '5424000000000015' })).toBe('');
    expect(charges(3)).toBe(before + 1);
    await harness.waitUntilSettled();
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
  });

  test('is asked for a payment before its page is handed out again', async () => {
    const { owner, invoice, before } = await redirecting(3);
    deaf(3);
    pays(3, await begins(invoice));
    expect((await tryToBegin(invoice)).status).toBe(409);
    expect(charges(3)).toBe(before + 1);
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
  });

  test('is asked for a payment whose payer closed the tab, even without a webhook', async () => {
    const { owner, invoice } = await redirecting(3);
    deaf(3);
    pays(3, await begins(invoice));
    await harness.advanceTime('20 minutes');
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
    expect(await shown(invoice)).toMatchObject({ status: 'paid' });
  });

  test('gets a new page when the previous one has expired', async () => {
    const { invoice } = await redirecting(3);
    const first = await begins(invoice);
    await harness.advanceTime('16 minutes');
    const second = await begins(invoice);
    expect(second.attempt_id).toBe(first.attempt_id);
    expect(second.redirect).not.toEqual(first.redirect);
    expect(pays(3, first)).toBe('');
    expect(pays(3, second)).not.toBe('');
  });

  test('does not report an attempt as closed while its page can be paid', async () => {
    const { owner, invoice } = await redirecting(3);
    const session = await begins(invoice);
    const closes = async () =>
      (await harness.refreshToken(owner)).request(closeAttempt, { attemptId: session.attempt_id });
    expect((await closes()).error?.message).toMatch(/being confirmed/);
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'awaiting_payer' }]);
    await harness.advanceTime('16 minutes');
    expect((await closes()).status).toBe(200);
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'canceled' }]);
    expect(pays(3, session)).toBe('');
  });
});

describe.each([4, 7] as const)('gateway %i, whose hosted page stays open until it is closed,', (gateway) => {
  test('closes the page with its attempt', async () => {
    const { owner, invoice, before } = await redirecting(gateway);
    const session = await begins(invoice);
    await owner.call(closeAttempt, { attemptId: session.attempt_id });
    expect(pays(gateway, session)).toBe('');
    expect(charges(gateway)).toBe(before);
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'canceled' }]);
  });

  // Simulates a payment at the very moment its page is closed.
  test.each(['notice', 'return'] as const)(
    'records late money of a closed attempt, learned by %s',
    async (by) => {
      const { owner, invoice } = await redirecting(gateway);
      const session = await begins(invoice);
      if (by === 'return') deaf(gateway);
      harness.sim(gateway).listener.faults.add({
        match: { method: 'DELETE' },
        action: { kind: 'status', code: 404 },
        times: 1,
      });
      await owner.call(closeAttempt, { attemptId: session.attempt_id });
      expect(await harness.attempts(owner)).toMatchObject([{ state: 'canceled' }]);
      pays(gateway, session);
      if (by === 'return') expect((await returns(invoice, session)).data).toMatchObject({ state: 'paid' });
      await harness.waitUntilSettled();
      expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
      expect(await shown(invoice)).toMatchObject({ status: 'paid' });
    },
  );
});

describe('Square', () => {
  test('keys of another location do not prove that a payment does not exist', async () => {
    const owner = await harness.createCompany(4);
    const invoice = await harness.createInvoice(owner);
    const acted = await harness.openPayForm(invoice);
    deaf(4);
    const { faults } = harness.sim(4).listener;
    faults.add({ match: { method: 'POST' }, action: { kind: 'reset_after_commit' }, times: 9 });
    await testApp.visitor.call(pay, acted.input);
    faults.clear();
    await changesKeys(owner, { location_id: 'L2SIMULATED02' });
    for (let n = 0; n < 3; n += 1) await harness.advanceTime('1 hour');
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'unknown', problem: 'other_keys' }]);
    await changesKeys(await harness.refreshToken(owner), { location_id: 'L88917AVBK2S5' });
    await harness.advanceTime('1 hour');
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
  });
});

const otherKeys = {
  3: { api_login_id: 'otherLogin' },
  4: { access_token: 'EAAAotherAccessToken' },
  // Keys of another user of the same location belong to the same account.
  7: { location_id: '11e9otherlocation' },
} as const;

describe.each([3, 4, 7] as const)('the hosted page of gateway %i', (gateway) => {
  test('stays open when the keys change to another account', async () => {
    const { owner, invoice } = await redirecting(gateway);
    const session = await begins(invoice);
    await changesKeys(owner, otherKeys[gateway]);
    expect((await tryToBegin(invoice)).error?.message).toMatch(/being confirmed/);
    const closed = await owner.request(closeAttempt, { attemptId: session.attempt_id });
    expect(closed.error?.message).toMatch(/being confirmed/);
    await harness.advanceTime('14 minutes');
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'awaiting_payer' }]);
    for (let n = 0; n < 3; n += 1) await harness.advanceTime('9 hours');
    expect(await harness.attempts(owner)).not.toMatchObject([{ state: 'awaiting_payer' }]);
  });

  test('reports a payment made there as paid, even if the amount due has changed since', async () => {
    const { owner, invoice } = await redirecting(gateway);
    await setsUp(owner, { allow_partial_payments: true });
    const session = await begins(invoice, 600);
    pays(gateway, session);
    await testApp.writeAs(owner.subscriberId, (ctx) =>
      ctx.db
        .updateTable('invoices')
        .set({ outstanding_cents: 100_00 })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('public_id', '=', invoice.public_id)
        .execute(),
    );
    expect((await returns(invoice, session)).data).toMatchObject({ state: 'paid', amount: 600 });
  });

  test('accepts another card after a declined one', async () => {
    const { owner, invoice } = await redirecting(gateway);
    const session = await begins(invoice);
    const refusedCard: Record<string, string> =
      gateway === 3 ? { postal_code: '46282' } : { number: '4000000000000002' };
    expect(pays(gateway, session, refusedCard)).toBe('');
    await harness.waitUntilSettled();
    await harness.advanceTime('10 minutes');
    expect((await returns(invoice, session)).data).toMatchObject({ state: 'waiting' });
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'awaiting_payer' }]);
    const again = await begins(invoice);
    expect(again).toMatchObject({ attempt_id: session.attempt_id, redirect: session.redirect });
    pays(gateway, again);
    expect((await returns(invoice, again)).data).toMatchObject({ state: 'paid' });
  });

  test('can still be paid when the lookup on return fails', async () => {
    const { owner, invoice } = await redirecting(gateway);
    deaf(gateway);
    const session = await begins(invoice);
    harness.sim(gateway).listener.faults.add({ action: { kind: 'reset' }, times: 30 });
    await returns(invoice, session);
    harness.sim(gateway).listener.faults.clear();
    for (let n = 0; n < 3; n += 1) await harness.advanceTime('20 minutes');
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'awaiting_payer' }]);
    const again = await begins(invoice);
    expect(again.attempt_id).toBe(session.attempt_id);
    pays(gateway, again);
    expect((await returns(invoice, again)).data).toMatchObject({ state: 'paid' });
  });
});

test('Stripe: a card declined on the hosted page does not prevent closing the page', async () => {
  const { owner, invoice, before } = await redirecting(5);
  const session = await begins(invoice);
  expect(pays(5, session, { number: '4000000000000002' })).toBe('');
  await harness.waitUntilSettled();
  expect(await harness.attempts(owner)).toMatchObject([{ state: 'awaiting_payer' }]);
  await owner.call(closeAttempt, { attemptId: session.attempt_id });
  expect(await harness.attempts(owner)).toMatchObject([{ state: 'canceled' }]);
  expect(pays(5, session)).toBe('');
  expect(charges(5)).toBe(before);
});

describe('Fortis, where a deleted pay link no longer carries our id,', () => {
  test('never redirects to a second page of an attempt whose first page was closed', async () => {
    const { owner, invoice, before } = await redirecting(7);
    const first = await begins(invoice);
    const id = first.redirect?.url.split('/').at(-1) ?? '';
    const headers = { 'user-id': 'u', 'user-api-key': 'k', 'developer-id': 'd' };
    await fetch(`${harness.sim(7).url}/v1/paylinks/${id}`, { method: 'DELETE', headers });
    expect((await tryToBegin(invoice)).status).toBe(409);
    const next = await begins(invoice);
    expect(next.attempt_id).not.toBe(first.attempt_id);
    expect(pays(7, first)).toBe('');
    pays(7, next);
    expect((await returns(invoice, next)).data).toMatchObject({ state: 'paid' });
    expect(charges(7)).toBe(before + 1);
    const states = (await harness.attempts(owner)).map((one) => one.state);
    expect(states.toSorted()).toEqual(['canceled', 'succeeded']);
  });

  test('reports a double charge to the company when two tabs pay at the same moment', async () => {
    const { owner, invoice, before } = await redirecting(7);
    const session = await begins(invoice);
    pays(7, session);
    pays(7, session, { twice: '1' });
    expect(charges(7)).toBe(before + 2);
    await harness.waitUntilSettled();
    expect(await shown(invoice)).toMatchObject({ status: 'paid' });
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded', problem: '' }]);
    const found = await (await harness.refreshToken(owner)).call(listDifferences, {});
    expect(found.pageData).toMatchObject([{ kind: 'not_here', ours: 0, theirs: 600 }]);
  });
});
