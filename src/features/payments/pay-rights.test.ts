import { expect, test } from 'vitest';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { agents } from '#features/people/contract.ts';
import { getInvoice, getPublicInvoice } from './contract.ts';
import { openPayBench } from './pay-bench-for-tests.ts';
import { beginPayment } from './pay-contract.ts';

const bench = await openPayBench();
const { house } = bench;

test('an agent pays where the company lets agents pay, and sees no invoice where the rights leave it out', async () => {
  const owner = await bench.company(5);
  const agent = await owner.does(agents.create, {
    first_name: 'Abe',
    last_name: 'Agent',
    email: 'abe@agent.example',
    phone: '5125550134',
  });
  const payload = await goodPayload(owner, { agents: [agent.id] });
  const appointment = await owner.does(bookAppointment, payload);
  const invoice = await owner.does(getInvoice, { id: appointment.id });
  const full = await owner.does(getAppointment, { inspection_id: appointment.id });
  if (full.projection !== 'full') throw new Error('the owner sees all');
  const { people } = full;
  const link = people.find((one) => one.role === 'agent')?.link ?? '';
  const of = { publicId: invoice.public_id, p: new URL(link).searchParams.get('p') ?? '' };
  expect((await house.visitor.does(beginPayment, of)).gateway).toBe(5);
  const settings = { subscriberId: owner.subscriberId, agents_can_pay: false };
  await owner.does(updateSettings, { ...settings, show_client_pricing_details: true });
  expect(await house.visitor.does(getPublicInvoice, of)).toMatchObject({ outstanding: 600, online: null });
  expect((await house.visitor.tries(beginPayment, of)).error?.type).toBe('FORBIDDEN');
  await owner.does(updateSettings, { ...settings, show_client_pricing_details: false });
  expect((await house.visitor.tries(getPublicInvoice, of)).error?.type).toBe('FORBIDDEN');
});
