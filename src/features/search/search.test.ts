import { expect, test } from 'vitest';
import { recordPayment } from '#features/payments/contract.ts';
import { bookWithInvoice } from '#features/payments/invoices/book-with-invoice-for-tests.ts';
import { agents, clients, contractors } from '#features/people/contract.ts';
import { updateMine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { search } from './contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const stranger = await testApp.create.owner();
const technician = await testApp.create.member(owner, { type: 'technician' });
const staff = await testApp.create.member(owner, { type: 'staff' });

const near = await bookWithInvoice(owner, { address: '12 Main St', order_id: '7001' });
const far = await bookWithInvoice(owner, {
  address: '14 Main St',
  order_id: '7002',
  date_time: '2030-06-03T09:00',
});
const payment = await owner.call(recordPayment, { id: far.appointment.id, amount: 123.45, method: 'cash' });
const person = await owner.call(clients.create, {
  first_name: 'Siân',
  last_name: "O'Brien",
  email: 'sian@mail.example',
  phone: '5552013344',
});
const agent = await owner.call(agents.create, {
  first_name: 'Anna',
  last_name: 'Agent',
  email: 'anna@agency.example',
  agency_name: 'Hudson Realty',
});
const firm = await owner.call(contractors.create, {
  company_name: 'Radon Pros',
  first_name: 'Rae',
  last_name: 'Don',
  email: 'rae@radon.example',
});

const find = (user: TestUser, q: string) => user.call(search, { q });
const orders = async (user: TestUser, q: string) =>
  (await find(user, q)).appointments.map((row) => row.order_id);
const people = async (user: TestUser, q: string) => (await find(user, q)).people.map((row) => row.id);

test('finds appointments by address, city, order id, client and invoice number, nearest in time first', async () => {
  for (const q of ['main', '  MAIN st ', 'boulder', 'clara', 'client main'])
    expect(await orders(owner, q)).toEqual(['7001', '7002']);
  expect(await orders(owner, '7002')).toEqual(['7002']);
  expect(await orders(owner, '14 main')).toEqual(['7002']);
  expect(await orders(owner, far.invoice.number)).toEqual(['7002']);
  expect(await orders(owner, 'main nowhere')).toEqual([]);
  const [found] = (await find(owner, '7001')).appointments;
  expect(found).toMatchObject({
    appointment_id: near.appointment.id,
    address: '12 Main St',
    clients: ['Clara Client'],
    status: 'scheduled',
  });
});

test('finds people of each kind by name, email, company and words in any order', async () => {
  for (const q of ['sian', "o'brien", 'brien si', 'sian@mail.example'])
    expect(await people(owner, q)).toEqual([person.id]);
  expect(await people(owner, 'hudson')).toEqual([agent.id]);
  expect(await people(owner, 'radon pros')).toEqual([firm.id]);
  expect((await find(owner, 'radon')).people).toMatchObject([{ kind: 'contractors', company: 'Radon Pros' }]);
});

test.each(['5552013344', '(555) 201-3344', '+1 555 201 3344', '555.201.3344', '2013344', '3344'])(
  'finds a person by the phone number %j',
  async (q) => {
    expect(await people(owner, q)).toContain(person.id);
  },
);

test('finds people only by all words, however many are typed', async () => {
  expect(await people(owner, 'a r rad pro ra do rae@radon.example')).toEqual([]);
  expect(await people(owner, 'r rad pro ra do rae@radon.example')).toEqual([firm.id]);
});

test('finds whole words before words that begin with them', async () => {
  const other = await testApp.create.owner();
  const add = (first_name: string, last_name: string) =>
    other.call(clients.create, { first_name, last_name, email: `${last_name}@mail.example` });
  for (const name of ['Aaron', 'Abel', 'Acker', 'Adams', 'Ahlers', 'Allen', 'Ames'])
    await add('Annabel', name);
  const ann = await add('Ann', 'Zimmer');
  expect((await people(other, 'ann'))[0]).toBe(ann.id);
});

test('finds an invoice by its number and payments by their amount', async () => {
  const { number, public_id } = far.invoice;
  for (const q of [number, number.toLowerCase(), number.replace('INV-', ''), String(Number(number.slice(4)))])
    expect((await find(owner, q)).invoices).toMatchObject([
      { number, public_id, order_id: '7002', total: 600 },
    ]);
  for (const q of ['123.45', '$123.45', '123,45'])
    expect((await find(owner, q)).payments).toMatchObject([
      { id: payment.id, amount: 123.45, method: 'cash', invoice_public_id: public_id },
    ]);
});

test('shows invoices, payments and staff only to those with the right to them', async () => {
  const { number } = far.invoice;
  expect(await orders(technician, number)).toEqual(['7002']);
  expect((await find(technician, number)).invoices).toEqual([]);
  expect((await find(staff, number)).invoices).toHaveLength(1);
  for (const user of [technician, staff]) expect((await find(user, '123.45')).payments).toEqual([]);
  expect((await find(owner, 'test')).people.map((row) => row.kind)).toContain('staffs');
  expect((await find(technician, 'test')).people.map((row) => row.kind)).not.toContain('staffs');
});

test('a frequent word finds the appointments nearest in time, and a fifth word no longer narrows', async () => {
  const other = await testApp.create.owner();
  for (const [n, day] of ['2030-03-08', '2030-03-12', '2030-04-01'].entries())
    await bookWithInvoice(other, { order_id: `88${n}`, address: `${n} Elm St`, date_time: `${day}T09:00` });
  expect(await orders(other, 's')).toEqual(['880', '881', '882']);
  expect(await orders(other, 'elm st boulder 80301 881')).toHaveLength(3);
});

test('finds nothing of another company', async () => {
  for (const q of ['main', '7001', 'sian', '5552013344', far.invoice.number, '123.45'])
    expect(await find(stranger, q)).toEqual({ appointments: [], people: [], invoices: [], payments: [] });
});

test('does not find what was deleted', async () => {
  const { appointment, invoice } = await bookWithInvoice(owner, {
    address: '99 Gone Rd',
    date_time: '2030-07-03T09:00',
    order_id: '7999',
  });
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'appointments').set({ deleted_at: w.now }).where('id', '=', appointment.id).execute(),
  );
  expect(await find(owner, 'gone')).toMatchObject({ appointments: [] });
  expect(await find(owner, invoice.number)).toMatchObject({ appointments: [], invoices: [] });
  const left = await owner.call(clients.create, {
    first_name: 'Lefty',
    last_name: 'Gone',
    email: 'l@e.example',
  });
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'contacts').set({ deleted_at: w.now }).where('id', '=', left.id).execute(),
  );
  expect(await people(owner, 'lefty')).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['only spaces', '   '],
  ['too much', 'x'.repeat(101)],
])('rejects %s and names the field', async (_name, q) => {
  const answer = await owner.request(search, { q });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.error?.details ?? {})).toEqual(['q']);
});

test.each(['-', '@', "'", '%', '_', '\\', '""', 'a b c d e f g h i j k', '()', '٣', '🏠'])(
  'answers %j without an error and never with everything',
  async (q) => {
    expect((await find(owner, q)).payments).toEqual([]);
  },
);
