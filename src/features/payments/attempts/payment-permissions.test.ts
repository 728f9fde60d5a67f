import { expect, test } from 'vitest';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { agents } from '#features/people/contract.ts';
import { getClientView } from '#features/portal/contract.ts';
import { listLinks } from '#features/portal/office-contract.ts';
import { getInvoice, getPublicInvoice } from '../contract.ts';
import { beginPayment, capturePaypalOrder, getPayState, pay } from '../pay-contract.ts';
import { openPaymentHarness } from './payment-harness-for-tests.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

test('an agent can pay where the company allows it, and sees no invoice without the right to', async () => {
  const owner = await harness.createCompany(5);
  const agent = await owner.call(agents.create, {
    first_name: 'Abe',
    last_name: 'Agent',
    email: 'abe@agent.example',
    phone: '5125550134',
  });
  const payload = await goodPayload(owner, { agents: [agent.id] });
  const appointment = await owner.call(bookAppointment, payload);
  const invoice = await owner.call(getInvoice, { id: appointment.id });
  const full = await owner.call(getAppointment, { inspection_id: appointment.id });
  if (full.projection !== 'full') throw new Error('the owner sees all');
  const { people } = full;
  const link = people.find((one) => one.role === 'agent')?.link ?? '';
  const of = { publicId: invoice.public_id, p: new URL(link).searchParams.get('p') ?? '' };
  expect((await testApp.visitor.call(beginPayment, of)).gateway).toBe(5);
  const settings = { subscriberId: owner.subscriberId, agents_can_pay: false };
  await owner.call(updateSettings, { ...settings, show_client_pricing_details: true });
  expect(await testApp.visitor.call(getPublicInvoice, of)).toMatchObject({ outstanding: 600, online: null });
  expect((await testApp.visitor.request(beginPayment, of)).error?.type).toBe('FORBIDDEN');
  await owner.call(updateSettings, { ...settings, show_client_pricing_details: false });
  expect((await testApp.visitor.request(getPublicInvoice, of)).error?.type).toBe('FORBIDDEN');
});

test('paying requires the personal link, and the invoice says so without it', async () => {
  const owner = await harness.createCompany(5);
  const invoice = await harness.createInvoice(owner);
  const { public_id: publicId, p } = invoice;
  const seen = await testApp.visitor.call(getPublicInvoice, { publicId });
  expect(seen).toMatchObject({ outstanding: 600, online: null, needs_personal_link: true });
  const refused = await testApp.visitor.request(beginPayment, { publicId });
  expect(refused.error).toMatchObject({
    type: 'FORBIDDEN',
    message: 'Use your personal link to pay. Open the link we emailed you.',
  });
  expect((await testApp.visitor.request(beginPayment, { publicId, p: `${p}x` })).error?.type).toBe(
    'FORBIDDEN',
  );
  expect(await harness.attempts(owner)).toEqual([]);
  const { input } = await harness.openPayForm(invoice);
  expect((await testApp.visitor.request(pay, { ...input, p: undefined })).error?.type).toBe('FORBIDDEN');
  expect(await testApp.visitor.call(getPublicInvoice, { publicId, p })).toMatchObject({
    online: { gateway: 5 },
    needs_personal_link: false,
  });
  expect(await testApp.visitor.call(pay, input)).toMatchObject({ state: 'paid' });
  const after = await testApp.visitor.call(getPublicInvoice, { publicId });
  expect(after).toMatchObject({ outstanding: 0, needs_personal_link: false });
});

test('the agent who paid gets a receipt in addition to the clients', async () => {
  const owner = await harness.createCompany(5);
  const agent = await owner.call(agents.create, {
    first_name: 'Pia',
    last_name: 'Agent',
    email: 'pia@agent.example',
  });
  const appointment = await owner.call(bookAppointment, await goodPayload(owner, { agents: [agent.id] }));
  const invoice = await owner.call(getInvoice, { id: appointment.id });
  const links = await owner.call(listLinks, { id: appointment.id });
  const link = links.find((one) => one.role === 'agent')?.link ?? '';
  const p = new URL(link).searchParams.get('p') ?? '';
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  expect(await harness.pay({ ...invoice, p })).toMatchObject({ state: 'paid' });
  await harness.waitUntilSettled();
  const receipts = testApp.sent.emails.filter((mail) => mail.subject === `Receipt for ${invoice.number}`);
  expect(receipts.map((mail) => mail.to[0]?.address).toSorted()).toEqual([
    'clara@client.example',
    'pia@agent.example',
  ]);
});

test('the client’s page says that a payment is being confirmed and does not ask for another one', async () => {
  const owner = await harness.createCompany(4);
  const invoice = await harness.createInvoice(owner);
  const of = { publicId: invoice.appointment_public_id, p: invoice.p };
  const step = async () => (await testApp.visitor.call(getClientView, of)).steps.pay;
  expect(await step()).toMatchObject({ state: 'todo', is_processing: false });
  const { input } = await harness.openPayForm(invoice);
  // So far the form is only open.
  expect(await step()).toMatchObject({ state: 'todo', is_processing: false });
  harness.sim(4).listener.faults.add({ action: { kind: 'reset_after_commit' }, times: 6 });
  expect(await testApp.visitor.call(pay, input)).toMatchObject({ state: 'processing' });
  expect(await step()).toMatchObject({ state: 'waiting', is_processing: true });
  harness.sim(4).listener.faults.clear();
});

test('a member of the company who may not see prices cannot see an invoice through its link either', async () => {
  const owner = await harness.createCompany(5);
  const { public_id: publicId, p } = await harness.createInvoice(owner);
  const blind = await testApp.create.member(owner, { type: 'technician' });
  const sees = await testApp.create.member(owner, {
    type: 'technician',
    flags: { show_appointment_price: true },
  });
  for (const of of [{ publicId }, { publicId, p }]) {
    expect((await blind.request(getPublicInvoice, of)).error?.type).toBe('FORBIDDEN');
    expect((await sees.request(getPublicInvoice, of)).status).toBe(200);
  }
});

test('the state of an attempt or PayPal order hides the amount from that member, but not from the payer', async () => {
  const owner = await harness.createCompany(6);
  const invoice = await harness.createInvoice(owner);
  const { input } = await harness.openPayForm(invoice);
  const { public_id: publicId } = invoice;
  const blind = await testApp.create.member(owner, { type: 'technician' });
  const sees = await testApp.create.member(owner, {
    type: 'technician',
    flags: { show_appointment_price: true },
  });
  const state = { publicId, attempt_id: input.attempt_id };
  const order = { publicId, order_id: 'any' };
  expect((await blind.request(getPayState, state)).error?.type).toBe('FORBIDDEN');
  expect((await blind.request(capturePaypalOrder, order)).error?.type).toBe('FORBIDDEN');
  expect(await sees.call(getPayState, state)).toMatchObject({ amount: 600 });
  // Returns from the gateway's page, whose address does not carry the personal link.
  expect(await testApp.visitor.call(getPayState, state)).toMatchObject({ amount: 600 });
});

test('a user of another company is treated as a visitor and can pay with the personal link', async () => {
  const owner = await harness.createCompany(5);
  const { public_id: publicId, p, appointment_id } = await harness.createInvoice(owner);
  const stranger = await harness.createCompany(5);
  expect(await stranger.call(getPublicInvoice, { publicId, p })).toMatchObject({
    appointment_id: null,
    online: { gateway: 5 },
  });
  expect(await stranger.call(getPublicInvoice, { publicId })).toMatchObject({
    online: null,
    needs_personal_link: true,
  });
  expect(await owner.call(getPublicInvoice, { publicId })).toMatchObject({ appointment_id });
});
