import { beforeEach, describe, expect, test } from 'vitest';
import { type Appointment, cancelAppointment, getAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { clients } from '#features/people/contract.ts';
import { listDuplicates } from '#features/people/merge-contract.ts';
import { createService } from '#features/services/editor-contract.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { holdPublicSlot, submitBooking } from './contract.ts';
import {
  asNewVisitor,
  type BookableCompany,
  bookableCompany,
  john,
  location,
} from './public-booking-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let company: BookableCompany;
beforeEach(async () => {
  company = await bookableCompany(app);
});

const send = (form: object) => app.visitor.request(submitBooking, form, asNewVisitor());
const book = (form: ReturnType<BookableCompany['form']>) =>
  app.visitor.call(submitBooking, form, asNewVisitor());
async function stored(): Promise<Appointment[]> {
  const { pageData } = await company.owner.call(listAppointments, { tab: 'all' });
  return Promise.all(
    pageData.map(
      async (row) => (await company.owner.call(getAppointment, { inspection_id: row.id })) as Appointment,
    ),
  );
}
const messagesTo = (address: string) =>
  app.sent.emails.filter((mail) => JSON.stringify(mail.to).includes(address));

describe('a submitted form (B2)', () => {
  test('that arrives eleven times at once is one appointment with one set of messages', async () => {
    const hold_id = await company.hold('2030-03-08T09:00');
    const form = company.form({
      hold_id,
      people: { role: 'client', client: { ...john, email: 'eleven@doe.example' } },
    });
    const answers = await Promise.all(Array.from({ length: 11 }, () => send(form)));
    const ids = answers.map((one) => [one.status, (one.data as { publicId: string }).publicId]);
    expect(ids).toEqual(answers.map(() => [200, ids[0]?.[1]]));
    expect(await stored()).toHaveLength(1);
    await app.runDueJobs();
    expect(messagesTo('eleven@doe.example')).toHaveLength(1);
  });

  test('that is sent again after its answer was lost returns the first booking, without a hold', async () => {
    const form = company.form({ hold_id: await company.hold('2030-03-08T09:00') });
    const first = await book(form);
    expect(await book({ ...form, hold_id: null })).toEqual(first);
    // Also if it could not be booked any more, such as after the last appointment of a plan.
    await company.set({ enable_online_scheduling: false });
    expect(await book(form)).toEqual(first);
    expect(await stored()).toHaveLength(1);
  });

  test('that is filled in again after the page was loaded again is the same booking, unless it was canceled', async () => {
    await app.create.member(company.owner, { type: 'technician' });
    const at = asNewVisitor();
    const reloaded = (as = at) =>
      app.visitor.call(submitBooking, { ...company.form(), submission_key: newId() }, as);
    const first = await reloaded();
    expect(await reloaded()).toEqual(first);
    const request = { mode: 'request', date_time: '2030-03-09T12:00' } as const;
    const sent = [company.form(request), company.form(request)];
    const [one, two] = await Promise.all(sent.map((form) => app.visitor.call(submitBooking, form, at)));
    expect(two?.publicId).toBe(one?.publicId);
    const appointments = await stored();
    expect(appointments).toHaveLength(2);
    for (const { id } of appointments) await company.owner.call(cancelAppointment, { id });
    expect((await reloaded()).publicId).not.toBe(first.publicId);
  });

  test('that was changed after it was booked is refused and names the booking', async () => {
    const form = company.form();
    const { publicId } = await book(form);
    const answer = await send({ ...form, date_time: '2030-03-08T14:00' });
    expect(answer.error).toMatchObject({ type: 'CONFLICT', details: { publicId } });
    expect(await stored()).toHaveLength(1);
  });
});

describe('what the form shows is checked again on submit (B4)', () => {
  test('a start within the notice, off the grid, or of a technician of another company is refused', async () => {
    const form = company.form({ date_time: '2030-03-05T09:00' });
    await company.set({ dont_allow_scheduling_within: 168 });
    expect((await send(form)).error).toMatchObject({
      type: 'CONFLICT',
      message: 'This time slot is no longer available',
    });
    await company.set({ dont_allow_scheduling_within: 0 });
    expect((await send({ ...form, date_time: '2030-03-05T10:10' })).error?.type).toBe('CONFLICT');
    const stranger = await app.create.owner();
    expect((await send({ ...form, technician_id: stranger.id })).error?.details).toEqual({
      technician_id: 'This person is not available',
    });
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['duration', { duration: 0.5 }],
    ['total', { total: 1 }],
    ['total_fee', { total_fee: 1 }],
    ['fees', { fees: [] }],
    ['confirm_inspection', { confirm_inspection: true }],
    ['inspectors', { inspectors: [] }],
    ['location.lat', { location: { ...location, lat: 1 } }],
    ['people.client.rights', { people: { role: 'client', client: { ...john, rights: {} } } }],
    ['services.0.price', { services: [{ id: newId(), price: 1 }] }],
  ])('%s in the body is refused by name', async (field, more) => {
    const { error } = await send({ ...company.form(), ...more });
    expect(error).toMatchObject({ type: 'BAD_USER_INPUT', details: { [field]: 'Unknown field' } });
  });

  test('price, duration and confirmation are the company’s', async () => {
    const answer = await book(company.form());
    expect(answer.status).toBe('requested');
    expect((await stored())[0]).toMatchObject({
      total_fee: 600,
      duration: 3.75,
      source: 'online',
      status: 'requested',
      inspectors: [company.owner.id],
    });
    await company.set({ require_confirmation: false });
    expect((await book(company.form({ date_time: '2030-03-08T14:00' }))).status).toBe('scheduled');
  });

  test('a service that visitors may not see is not available', async () => {
    const { id } = await company.owner.call(createService, {
      ...{ name: 'Staff only', is_public: false },
      ...{ base_cost: 10, base_duration: 1 },
    });
    expect((await send(company.form({ services: [{ id }] }))).error).toMatchObject({
      details: { 'services.0.id': 'This service is not available' },
    });
  });

  test('a chosen technician is refused where the company assigns them', async () => {
    await company.set({ allow_choice_of_technicians: false });
    const { error } = await send(company.form({ technician_id: company.owner.id }));
    expect(error?.details).toEqual({ technician_id: 'The company chooses the technician' });
  });
});

describe('bad input', () => {
  test('is answered with a sentence for each field, and nothing is stored', async () => {
    const { error } = await send(
      company.form({
        location: { square_feet: 'large', year_built: '3026', zip_code: '1' },
        services: [],
        date_time: 'tomorrow',
        people: { role: 'agent', client: { first_name: '😀', last_name: '', email: 'x', phone: '1' } },
        accept_terms: false,
      }),
    );
    expect(error).toMatchObject({
      type: 'BAD_USER_INPUT',
      details: {
        'location.address': 'Please enter the street and number',
        'location.state': 'State is required',
        'location.zip_code': 'Zip code must have 5 digits',
        'location.square_feet': 'Enter the square feet as a number above 0',
        'location.year_built': 'Enter the year built as four digits, not in the future',
        services: 'Choose at least one service',
        date_time: 'Date needs to be valid',
        'people.client.first_name': 'Enter a name with letters',
        'people.client.last_name': 'Last name is required',
        'people.client.email': 'Email is not valid',
        'people.client.phone': 'Phone must have 10 digits',
        'people.agent.first_name': 'First name is required',
        'people.agent.phone': 'Phone is required',
        accept_terms: 'Please accept the terms',
      },
    });
    expect((await send(company.form({ message: 'x'.repeat(10_000) }))).error?.details).toEqual({
      message: 'At most 2000 characters',
    });
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['2029-03-08T09:00', 'Date & Time needs to be future date'],
    ['2030-03-01T14:00:00+01:00', 'Date & Time needs to be future date'],
    ['3026-03-08T09:00', 'Choose a date within the next two years'],
  ])('a wished time of %s is refused', async (date_time, message) => {
    expect((await send(company.form({ mode: 'request', date_time }))).error?.details).toEqual({
      date_time: message,
    });
  });
});

describe('a request', () => {
  test('is stored with the wished time, without a technician, and several for one time are accepted', async () => {
    await company.set({ enable_online_scheduling: false });
    const request = () =>
      company.form({ mode: 'request', date_time: '2030-03-09T12:10', message: 'The side door' });
    expect((await book(request())).status).toBe('requested');
    expect((await book(request())).status).toBe('requested');
    expect(await stored()).toMatchObject([
      { source: 'request', inspectors: [], inspection_notes: 'The side door', status: 'requested' },
      { source: 'request', inspectors: [] },
    ]);
  });

  test('is the only way while online scheduling is off', async () => {
    await company.set({ enable_online_scheduling: false });
    const message = 'Online scheduling is off. Please send a request instead.';
    expect((await send(company.form())).error?.details).toEqual({ mode: message });
    const hold = { requestId: company.requestId, date_time: '2030-03-08T09:00' };
    expect((await app.visitor.request(holdPublicSlot, hold)).error?.message).toBe(message);
  });
});

describe('the people of a booking (B11)', () => {
  test('a second person with the same email is a new contact, and the office is offered a merge', async () => {
    const first = await book(company.form());
    const sam = { ...john, first_name: 'Sam', last_name: 'Smith', phone: '5125550188' };
    const second = await book(
      company.form({ date_time: '2030-03-08T14:00', people: { role: 'client', client: sam } }),
    );
    expect(Object.keys(second)).toEqual(Object.keys(first));
    expect({ ...second, publicId: '', at: '', end: '' }).toEqual({ ...first, publicId: '', at: '', end: '' });
    const { pageData } = await company.owner.call(clients.list, {});
    expect(pageData).toMatchObject([
      { first_name: 'John', last_name: 'Doe', phone: '5125550143' },
      { first_name: 'Sam', last_name: 'Smith', phone: '5125550188' },
    ]);
    const names = (await stored()).map(
      (one) => one.people.find((person) => person.role === 'client')?.first_name,
    );
    expect(names.sort()).toEqual(['John', 'Sam']);
    const groups = await company.owner.call(listDuplicates, { kind: 'clients' });
    expect(groups.pageData).toHaveLength(1);
  });

  test('a known person is recognized and not changed', async () => {
    await book(company.form());
    const again = { ...john, email: 'JOHN@doe.example', phone: '5125550199' };
    await book(company.form({ date_time: '2030-03-08T14:00', people: { role: 'client', client: again } }));
    const { pageData } = await company.owner.call(clients.list, {});
    expect(pageData).toMatchObject([{ first_name: 'John', phone: '5125550143' }]);
  });

  test('an agent books for a client, in the role they choose', async () => {
    const agent = { first_name: 'Ada', last_name: 'Agent', email: 'ada@agent.example', phone: '5125550155' };
    const client = { ...john, phone: '' };
    await book(company.form({ people: { role: 'listing_agent', client, agent } }));
    const [made] = await stored();
    expect(made?.people.map((one) => `${one.role}: ${one.first_name}`).sort()).toEqual([
      'client: John',
      'inspector: Olive',
      'listing_agent: Ada',
    ]);
  });
});
