import { afterEach, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getInvoice, getPublicInvoice } from '../contract.ts';
import { beginPayment, capturePaypalOrder, pay } from '../pay-contract.ts';
import { payOnGatewayPage } from './gateway-cards-for-tests.ts';
import { countCharges } from './gateway-doubles-for-tests.ts';
import { openPaymentHarness, type TestInvoice } from './payment-harness-for-tests.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;
const paypal = () => harness.sim(6);
const deaf = () => paypal().webhooks.mode({ kind: 'drop', rate: 1 });

afterEach(async () => {
  await harness.waitUntilSettled();
  paypal().webhooks.mode({ kind: 'auto' });
  paypal().listener.faults.clear();
});

/** Simulates a payer who approved at PayPal and did not return. */
async function approved(style: 'embedded' | 'redirect' = 'redirect') {
  const owner = await harness.createCompany(6);
  await owner.call(updateSettings, { subscriberId: owner.subscriberId, checkout_style: style });
  const invoice = await harness.createInvoice(owner);
  if (style === 'embedded') return { owner, invoice, session: (await harness.openPayForm(invoice)).session };
  const session = await testApp.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p });
  expect(payOnGatewayPage(paypal(), session, 'pay')).toContain('token=');
  return { owner, invoice, session };
}

const shown = (invoice: TestInvoice) =>
  testApp.visitor.call(getPublicInvoice, { publicId: invoice.public_id, p: invoice.p });
const charged = async (owner: TestUser) => countCharges(harness, 6, await harness.attempts(owner));
const captures = () =>
  paypal()
    .listener.requests()
    .filter((one) => one.path.endsWith('/capture')).length;

test.each(['embedded', 'redirect'] as const)(
  'an approval whose payer did not return (%s) is captured once, soon after the webhook',
  async (style) => {
    paypal().webhooks.mode({ kind: 'duplicate', n: 3 });
    const { owner, invoice } = await approved(style);
    await harness.waitUntilSettled();
    const before = captures();
    for (let n = 0; n < 4; n += 1) await harness.advanceTime('1 minute');
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
    expect(await shown(invoice)).toMatchObject({ status: 'paid', outstanding: 0 });
    expect(captures() - before).toBe(1);
    expect(await charged(owner)).toBe(1);
  },
);

test('an approval is captured at the next check when no webhook arrives', async () => {
  deaf();
  const { owner, invoice } = await approved();
  await harness.advanceTime('16 minutes');
  expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
  expect(await shown(invoice)).toMatchObject({ status: 'paid' });
});

test('a payer who returns at that moment in two tabs pays once', async () => {
  deaf();
  const { owner, invoice, session } = await approved();
  const of = { publicId: invoice.public_id, p: invoice.p };
  const back = { ...of, attempt_id: session.attempt_id };
  const order = { ...of, order_id: session.extra.order_id ?? '' };
  await Promise.all([
    harness.advanceTime('16 minutes'),
    testApp.visitor.request(pay, back),
    testApp.visitor.request(capturePaypalOrder, order),
  ]);
  await harness.advanceTime('3 minutes');
  expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
  expect(await charged(owner)).toBe(1);
  const [record, ...more] = (
    await (await harness.refreshToken(owner)).call(getInvoice, { id: invoice.appointment_id })
  ).records;
  expect([record?.amount, more]).toEqual([600, []]);
  // Requests that arrive later get the paid state.
  for (const late of [
    await testApp.visitor.call(pay, back),
    await testApp.visitor.call(capturePaypalOrder, order),
  ])
    expect(late).toMatchObject({ state: 'paid', amount: 600 });
});

test('a lost answer is looked up, and an unavailable service is asked again', async () => {
  deaf();
  const { owner } = await approved();
  paypal().listener.faults.add({
    match: { path: '/capture' },
    action: { kind: 'reset_after_commit' },
    times: 4,
  });
  await harness.advanceTime('16 minutes');
  paypal().listener.faults.clear();
  for (let n = 0; n < 3; n += 1) await harness.advanceTime('2 minutes');
  expect(await harness.attempts(owner)).toMatchObject([{ state: 'succeeded' }]);
  expect(await charged(owner)).toBe(1);
});

test('an approval for an amount that is no longer due is not captured', async () => {
  deaf();
  const { owner, invoice } = await approved();
  const fees = [{ line_item: 'Inspection', pretax_amount: 650 }];
  await owner.call(updateAppointment, { id: invoice.appointment_id, is_manual_edit: true, fees });
  await harness.advanceTime('16 minutes');
  expect(await harness.attempts(owner)).toMatchObject([{ state: 'canceled' }]);
  expect(await charged(owner)).toBe(0);
});

test('an approval that lapsed at PayPal is reported as expired, and the invoice can still be paid', async () => {
  deaf();
  const { owner, invoice } = await approved();
  await harness.advanceTime('4 hours');
  expect(await harness.attempts(owner)).toMatchObject([{ state: 'expired' }]);
  expect(await charged(owner)).toBe(0);
  paypal().webhooks.mode({ kind: 'auto' });
  const again = await testApp.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p });
  payOnGatewayPage(paypal(), again, 'pay');
  await harness.advanceTime('16 minutes');
  expect(await shown(invoice)).toMatchObject({ status: 'paid' });
});
