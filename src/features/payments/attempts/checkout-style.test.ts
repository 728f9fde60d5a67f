import { describe, expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getPublicInvoice } from '../contract.ts';
import { beginPayment, type PaySession, pay } from '../pay-contract.ts';
import { payOnGatewayPage } from './gateway-cards-for-tests.ts';
import { openPaymentHarness, type TestInvoice } from './payment-harness-for-tests.ts';

const bench = await openPaymentHarness();
const { house } = bench;
const withPage = [3, 4, 5, 6, 7] as const;
type WithPage = (typeof withPage)[number];

const style = (owner: TestUser, checkout_style: 'embedded' | 'redirect') =>
  owner.call(updateSettings, { subscriberId: owner.subscriberId, checkout_style });

async function redirecting(gateway: WithPage) {
  const owner = await bench.createCompany(gateway);
  await style(owner, 'redirect');
  return { owner, invoice: await bench.createInvoice(owner) };
}

const begins = (invoice: TestInvoice) =>
  house.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p });
const shown = (invoice: TestInvoice) =>
  house.visitor.call(getPublicInvoice, { publicId: invoice.public_id, p: invoice.p });
/** Back from the gateway's page, in a browser that has forgotten the personal link. */
const returns = (invoice: TestInvoice, { attempt_id }: PaySession) =>
  house.visitor.call(pay, { publicId: invoice.public_id, attempt_id });

/** How often the gateway charged anybody so far, by its own book. */
const charges = (gateway: WithPage) =>
  bench
    .sim(gateway)
    .payments()
    .filter((one) => one.isCharged).length;

const acts = (gateway: WithPage, session: PaySession, choice: 'pay' | 'cancel') =>
  payOnGatewayPage(bench.sim(gateway), session, choice);

describe.each(withPage)('gateway %i on its own page', (gateway) => {
  test('the payer is led there and back, and is charged once however often they come back', async () => {
    const { owner, invoice } = await redirecting(gateway);
    const before = charges(gateway);
    expect((await shown(invoice)).online).toMatchObject({ checkout_style: 'redirect' });
    const session = await begins(invoice);
    expect(session).toMatchObject({ script_url: null, redirect: { method: gateway === 3 ? 'POST' : 'GET' } });
    const back = new URL(acts(gateway, session, 'pay'));
    expect(back.pathname).toBe(`/invoice/${invoice.public_id}`);
    expect(back.searchParams.get('attempt')).toBe(session.attempt_id);
    // The gateway is not told who the payer is here.
    expect(back.searchParams.has('p')).toBe(false);
    expect(await returns(invoice, session)).toMatchObject({ state: 'paid', amount: 600 });
    expect(await returns(invoice, session)).toMatchObject({ state: 'paid' });
    await bench.waitUntilSettled();
    expect(await shown(invoice)).toMatchObject({ status: 'paid', outstanding: 0 });
    const attempts = await bench.attempts(owner);
    expect(attempts).toMatchObject([{ state: 'succeeded' }]);
    expect(charges(gateway)).toBe(before + 1);
  });

  test('whoever turns back there finds the same try again', async () => {
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
    expect(await bench.attempts(owner)).toHaveLength(1);
  });

  test('without a personal link nobody begins', async () => {
    const { invoice } = await redirecting(gateway);
    const refused = await house.visitor.request(beginPayment, { publicId: invoice.public_id });
    expect(refused.status).toBe(403);
  });
});

test.each([3, 4, 5, 7] as const)('gateway %i: a tab closed after paying is found out', async (gateway) => {
  const { owner, invoice } = await redirecting(gateway);
  acts(gateway, await begins(invoice), 'pay');
  for (let n = 0; n < 2; n += 1) await bench.advanceTime('20 minutes');
  expect(await shown(invoice)).toMatchObject({ status: 'paid' });
  expect(await bench.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
});

test('a company that changes its mind leaves no second way to pay', async () => {
  const { owner, invoice } = await redirecting(5);
  const before = charges(5);
  const first = await begins(invoice);
  await style(owner, 'embedded');
  const second = await begins(invoice);
  expect(second).toMatchObject({ redirect: null });
  expect(second.attempt_id).not.toBe(first.attempt_id);
  // The page at Stripe that the first one opened is closed.
  expect(acts(5, first, 'pay')).toBe('');
  expect(charges(5)).toBe(before);
  // Both may begin in the same millisecond: their order says nothing.
  const states = (await bench.attempts(owner)).map((one) => one.state);
  expect(states.toSorted()).toEqual(['awaiting_payer', 'canceled']);
});
