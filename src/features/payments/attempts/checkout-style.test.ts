import { describe, expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getPublicInvoice } from '../contract.ts';
import { beginPayment, type PaySession, pay } from '../pay-contract.ts';
import { payOnGatewayPage } from './gateway-cards-for-tests.ts';
import { openPaymentHarness, type TestInvoice } from './payment-harness-for-tests.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;
const withPage = [3, 4, 5, 6, 7] as const;
type WithPage = (typeof withPage)[number];

const style = (owner: TestUser, checkout_style: 'embedded' | 'redirect') =>
  owner.call(updateSettings, { subscriberId: owner.subscriberId, checkout_style });

async function redirecting(gateway: WithPage) {
  const owner = await harness.createCompany(gateway);
  await style(owner, 'redirect');
  return { owner, invoice: await harness.createInvoice(owner) };
}

const begins = (invoice: TestInvoice) =>
  testApp.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p });
const shown = (invoice: TestInvoice) =>
  testApp.visitor.call(getPublicInvoice, { publicId: invoice.public_id, p: invoice.p });
/** Returns from the gateway's page in a browser that has lost the personal link. */
const returns = (invoice: TestInvoice, { attempt_id }: PaySession) =>
  testApp.visitor.call(pay, { publicId: invoice.public_id, attempt_id });

/** Counts the charges the gateway has recorded so far, for all payers. */
const charges = (gateway: WithPage) =>
  harness
    .sim(gateway)
    .payments()
    .filter((one) => one.isCharged).length;

const acts = (gateway: WithPage, session: PaySession, choice: 'pay' | 'cancel') =>
  payOnGatewayPage(harness.sim(gateway), session, choice);

describe.each(withPage)('the hosted page of gateway %i', (gateway) => {
  test('redirects the payer there and back and charges once, however often they return', async () => {
    const { owner, invoice } = await redirecting(gateway);
    const before = charges(gateway);
    expect((await shown(invoice)).online).toMatchObject({ checkout_style: 'redirect' });
    const session = await begins(invoice);
    expect(session).toMatchObject({ script_url: null, redirect: { method: gateway === 3 ? 'POST' : 'GET' } });
    const back = new URL(acts(gateway, session, 'pay'));
    expect(back.pathname).toBe(`/invoice/${invoice.public_id}`);
    expect(back.searchParams.get('attempt')).toBe(session.attempt_id);
    // The gateway must not learn the payer's personal link.
    expect(back.searchParams.has('p')).toBe(false);
    expect(await returns(invoice, session)).toMatchObject({ state: 'paid', amount: 600 });
    expect(await returns(invoice, session)).toMatchObject({ state: 'paid' });
    await harness.waitUntilSettled();
    expect(await shown(invoice)).toMatchObject({ status: 'paid', outstanding: 0 });
    const attempts = await harness.attempts(owner);
    expect(attempts).toMatchObject([{ state: 'succeeded' }]);
    expect(charges(gateway)).toBe(before + 1);
  });

  test('continues the same attempt for a payer who turns back', async () => {
    const { owner, invoice } = await redirecting(gateway);
    const before = charges(gateway);
    const session = await begins(invoice);
    acts(gateway, session, 'cancel');
    expect(await returns(invoice, session)).toMatchObject({ state: 'waiting' });
    const again = await begins(invoice);
    expect(again.attempt_id).toBe(session.attempt_id);
    acts(gateway, again, 'pay');
    expect(await returns(invoice, again)).toMatchObject({ state: 'paid' });
    expect(charges(gateway)).toBe(before + 1);
    expect(await harness.attempts(owner)).toHaveLength(1);
  });

  test('cannot be opened without a personal link', async () => {
    const { invoice } = await redirecting(gateway);
    const refused = await testApp.visitor.request(beginPayment, { publicId: invoice.public_id });
    expect(refused.status).toBe(403);
  });
});

test.each([3, 4, 5, 7] as const)(
  'gateway %i: finds a payment whose payer closed the tab afterwards',
  async (gateway) => {
    const { owner, invoice } = await redirecting(gateway);
    acts(gateway, await begins(invoice), 'pay');
    for (let n = 0; n < 2; n += 1) await harness.advanceTime('20 minutes');
    expect(await shown(invoice)).toMatchObject({ status: 'paid' });
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
  },
);

test('leaves no second way to pay when the company changes its checkout style', async () => {
  const { owner, invoice } = await redirecting(5);
  const before = charges(5);
  const first = await begins(invoice);
  await style(owner, 'embedded');
  const second = await begins(invoice);
  expect(second).toMatchObject({ redirect: null });
  expect(second.attempt_id).not.toBe(first.attempt_id);
  // The Stripe page of the first attempt is closed.
  expect(acts(5, first, 'pay')).toBe('');
  expect(charges(5)).toBe(before);
  // Both attempts may start in the same millisecond, so their order is undefined.
  const states = (await harness.attempts(owner)).map((one) => one.state);
  expect(states.toSorted()).toEqual(['awaiting_payer', 'canceled']);
});
