import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { clients } from '#features/people/contract.ts';
import { listServices } from '#features/services/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as booking from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';
import * as contract from '../contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let owner: TestUser;
beforeAll(async () => {
  owner = await app.create.owner();
});

let day = 10;
/** Builds a payload at a time that no other test uses. */
async function payload(more: Parameters<typeof goodPayload>[1] = {}) {
  day += 1;
  return goodPayload(owner, { date_time: `2031-01-${day}T09:00`, order_id: `T-${day}`, ...more });
}

describe('booking an appointment', () => {
  test('computes price and duration, mirrors _id, and returns what was sent', async () => {
    const sent = await payload({
      occupied: false,
      utilities_on: false,
      payment_notes: 'at the door',
      inspection_notes: 'dog',
      address_lat_long: '40.01,-105.27',
      notification_settings: { client_email_1: { enabled: false } },
      internal_notes: [{ text: 'call first' }],
      inspection_events: [
        {
          name: 'Radon pickup',
          description: 'x',
          inspector: owner.id,
          start_date: '2031-02-01T09:00',
          end_date: '2031-02-01T09:30',
        },
      ],
      total_fee: 1,
      paid: true,
      agreement_signed: true,
    });
    const answer = await owner.request(booking.bookAppointment, sent);
    const made = answer.data as contract.Appointment;
    expect(answer.json._id).toBe(made._id);
    expect(made).toMatchObject({
      status: 'scheduled',
      total_fee: 600,
      outstanding: 600,
      duration: 3.75,
      paid: false,
      agreement_signed: false,
      date_time: `${sent.date_time}:00-05:00`,
      timezone: 'America/New_York',
    });
    const read = await owner.call(contract.getAppointment, { inspection_id: made._id });
    expect(read).toMatchObject({
      address: '12 Main St',
      zip_code: '80301',
      square_feet: 2400,
      year_built: 1990,
      foundation: 3,
      address_lat_long: { lat: 40.01, lng: -105.27 },
      occupied: false,
      utilities_on: false,
      payment_notes: 'at the door',
      inspection_notes: 'dog',
      order_id: sent.order_id,
      clients: sent.clients,
      inspectors: [owner.id],
      invisible_inspectors: [],
      internal_notes: [{ text: 'call first', isEdited: false, createdBy: owner.id }],
      inspection_events: [
        { name: 'Radon pickup', inspector: owner.id, end_date: '2031-02-01T09:30:00-05:00' },
      ],
      notification_settings: { client_email_1: { enabled: false } },
      send_notifications: true,
      templates: expect.arrayContaining([expect.any(String)]),
    });
  });

  test('marks a total of 0 as paid, and counts as signed without agreements', async () => {
    const fees = [{ line_item: 'Favour', pretax_amount: 0, duration: 1 }];
    const made = await owner.call(
      booking.bookAppointment,
      await payload({ is_manual_edit: true, fees, agreements: [] }),
    );
    expect(made).toMatchObject({
      total_fee: 0,
      paid: true,
      agreement_signed: true,
      duration: 1,
      is_manual_edit: true,
    });
  });

  test('stores an unconfirmed appointment as a request', async () => {
    expect(
      await owner.call(booking.bookAppointment, await payload({ confirm_inspection: false })),
    ).toMatchObject({
      status: 'requested',
      confirm_inspection: false,
    });
  });

  test('creates one appointment for two concurrent requests with the same idempotency key', async () => {
    const sent = await payload();
    const both = await Promise.all(
      [1, 2].map(() => owner.request(booking.bookAppointment, sent, { idempotencyKey: 'k1' })),
    );
    expect(both.map((a) => a.status)).toEqual([200, 200]);
    expect(both[0]?.json._id).toBe(both[1]?.json._id);
  });

  test('requires can_schedule_new for every user type', async () => {
    const admin = await app.create.member(owner, { type: 'staff', flags: { full_company_admin: true } });
    expect((await admin.request(booking.bookAppointment, await payload())).error?.type).toBe('FORBIDDEN');
  });
});

describe('the submit checks', () => {
  const [location, date, client, order, service] = [
    'Location: Please enter a location (address) and square feets',
    'Date & Time: Please select a future date',
    'People: Please select at least one client',
    'Information: order Id is required',
    'Services: no service(s) has been chosen',
  ];

  test('choose the message by their order, while details name every invalid field', async () => {
    const good = await payload();
    const sent: Record<string, unknown> = {};
    const messages: unknown[] = [];
    const steps = [
      { square_feet: 1000 },
      { date_time: good.date_time },
      { clients: good.clients },
      { order_id: 'O-1' },
    ];
    const first = await owner.request(booking.bookAppointment, {});
    expect(first.error?.details).toMatchObject({
      address: 'Please enter the street and number',
      state: 'State is required',
      zip_code: 'Postal Code is required',
      date_time: 'Date & time are required',
      clients: client,
      order_id: order,
      services: service,
    });
    messages.push(first.error?.message);
    for (const step of steps) {
      Object.assign(sent, step);
      messages.push((await owner.request(booking.bookAppointment, sent)).error?.message);
    }
    expect(messages).toEqual([location, date, client, order, service]);
    expect((await owner.request(booking.bookAppointment, { ...sent, services: good.services })).status).toBe(
      200,
    );
  });

  test.each([
    ['2030-02-28T09:00', 'Date & Time needs to be future date'],
    ['nonsense', 'Date needs to be valid'],
    ['', 'Date & time are required'],
    [null, 'Date & time are required'],
  ])('answer a date of %j with %s', async (date_time, message) => {
    const answer = await owner.request(booking.bookAppointment, await payload({ date_time }));
    expect(answer.error).toMatchObject({ message: date, details: { date_time: message } });
  });

  test('name every other invalid value by its field', async () => {
    const stranger = await app.create.owner();
    const foreign = await stranger.call(clients.create, {
      first_name: 'F',
      last_name: 'F',
      email: 'f@f.example',
    });
    const inactive = await owner.call(clients.create, {
      first_name: 'I',
      last_name: 'I',
      email: 'i@i.example',
    });
    await owner.call(clients.setStatus, { id: inactive.id, newStatus: 0 });
    const unknown = '0195d1f0-0000-7000-8000-000000000000';
    const [foreignService] = (await stranger.call(listServices, {})).pageData;
    const table: [Parameters<typeof goodPayload>[1], Record<string, unknown>][] = [
      [{ clients: [foreign.id] }, { clients: 'This person is not available' }],
      [{ clients: [inactive.id] }, { clients: 'This person is not available' }],
      [{ inspectors: [stranger.id] }, { inspectors: 'This person is not available' }],
      [
        { services: [{ id: foreignService?.id ?? '' }] },
        { 'services.0.id': 'This service is not available' },
      ],
      [{ templates: [unknown] }, { templates: 'This template is not available' }],
      [{ agreements: [unknown] }, { agreements: 'This agreement is not available' }],
      [{ duration: 25 }, { duration: 'Duration must be more than 0 and at most 24 hours' }],
      [{ duration: 1.1 }, { duration: 'Duration must be in steps of 0.25 hours' }],
      [{ year_built: 1599 }, { year_built: 'Year Built is not valid' }],
      [{ square_feet: 'big' }, { square_feet: 'Square Feet is not valid' }],
      [{ foundation: 4 }, { foundation: 'Foundation is not valid' }],
      [{ address_lat_long: 'here' }, { address_lat_long: 'Coordinates are not valid' }],
      [{ discount_code: 'NOPE' }, { discount_code: 'Discount code is not valid' }],
      [{ order_id: 'x'.repeat(31) }, { order_id: 'At most 30 characters' }],
      [
        { is_manual_edit: true, fees: [{ line_item: '', pretax_amount: 1 }] },
        { 'fees.0.line_item': 'Item is required' },
      ],
      [
        { is_manual_edit: true, fees: [{ line_item: 'a', pretax_amount: 2e6 }] },
        { 'fees.0.pretax_amount': 'Amount is too large' },
      ],
      [
        { inspection_events: [{ name: '', start_date: '2031-01-05T10:00', end_date: '2031-01-05T10:00' }] },
        {
          'inspection_events.0.name': 'Name is required',
          'inspection_events.0.end_date': 'End must be at least one minute after start',
        },
      ],
      [
        {
          inspection_events: [{ name: 'Old', start_date: '2030-02-28T10:00', end_date: '2030-02-28T11:00' }],
        },
        { 'inspection_events.0.start_date': 'Date cannot be in the past' },
      ],
    ];
    for (const [wrong, details] of table) {
      const answer = await owner.request(booking.bookAppointment, await payload(wrong));
      expect([answer.status, answer.error?.type], JSON.stringify(details)).toEqual([400, 'BAD_USER_INPUT']);
      expect(answer.error?.details).toEqual(details);
      day -= 1;
    }
  });
});

describe('order ids', () => {
  test('move an already taken suggestion to the next id and reject an edited duplicate', async () => {
    const company = await app.create.owner();
    const { orderId } = await company.call(booking.getDefaults, {});
    expect(orderId).toBe('1001');
    const at = (n: number, more = {}) =>
      goodPayload(company, { date_time: `2031-03-${10 + n}T09:00`, order_id: orderId, ...more });
    expect(await company.call(booking.bookAppointment, { ...(await at(1)), orderId })).toMatchObject({
      order_id: '1001',
    });
    expect(await company.call(booking.bookAppointment, { ...(await at(2)), orderId })).toMatchObject({
      order_id: '1002',
    });
    expect(await company.call(booking.bookAppointment, await at(3))).toMatchObject({ order_id: '1003' });
    await company.call(booking.bookAppointment, await at(4, { order_id: 'MINE' }));
    const again = await company.request(booking.bookAppointment, await at(5, { order_id: 'MINE' }));
    expect(again.error).toMatchObject({
      type: 'BAD_USER_INPUT',
      details: { order_id: 'This order Id is already used' },
    });
    expect((await company.call(booking.getDefaults, {})).orderId).toBe('1004');
  });
});

describe('the time of a technician', () => {
  test('goes to one of 100 overlapping requests', async () => {
    const company = await app.create.owner();
    const good = await goodPayload(company);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        company.request(booking.bookAppointment, {
          ...good,
          order_id: `R-${i}`,
          date_time: `2030-03-08T${String(9 + (i % 3)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
        }),
      ),
    );
    const kinds = new Map<string, number>();
    for (const a of answers)
      kinds.set(a.error?.type ?? 'done', (kinds.get(a.error?.type ?? 'done') ?? 0) + 1);
    expect(Object.fromEntries(kinds)).toEqual({ done: 1, CONFLICT: 99 });
    expect(answers.find((a) => a.error)?.error?.message).toBe('This time slot is no longer available');
    const rows = await app.readAs(company.subscriberId, (ctx) =>
      ctx.db
        .selectFrom('technician_bookings')
        .select(sql<number>`count(*)`.as('n'))
        .executeTakeFirstOrThrow(),
    );
    expect(rows.n).toBe(1);
  }, 60_000);

  test('can only be double-booked by an administrator who asks for it', async () => {
    const company = await app.create.owner();
    const staff = await app.create.member(company, { type: 'staff', flags: { can_schedule_new: true } });
    const good = await goodPayload(company);
    await company.call(booking.bookAppointment, good);
    const again = { ...good, order_id: 'two' };
    expect((await staff.request(booking.bookAppointment, again)).error?.type).toBe('CONFLICT');
    const overrule = { reason: 'I insist' };
    expect((await staff.request(booking.bookAppointment, { ...again, overrule })).error?.type).toBe(
      'FORBIDDEN',
    );
    for (const withoutReason of [true, { reason: '  ' }, {}]) {
      const refused = await company.request(booking.bookAppointment, {
        ...again,
        overrule: withoutReason as never,
      });
      expect(refused.error).toMatchObject({ type: 'BAD_USER_INPUT', message: 'Please give a reason' });
    }
    const made = await company.call(booking.bookAppointment, {
      ...again,
      overrule: { reason: 'The client insists' },
    });
    expect(made.overruled).toEqual([
      {
        technician_id: company.id,
        overruled_by: company.id,
        overruled_by_name: 'Olive Owner',
        overruled_at: '2030-03-01T14:00:00.000Z',
        reason: 'The client insists',
      },
    ]);
  });

  test('is checked for a dialog: free after the end, taken before it, never in conflict with the appointment itself', async () => {
    const company = await app.create.owner();
    const made = await company.call(booking.bookAppointment, await goodPayload(company));
    const check = (date_time: string, more = {}) =>
      company.call(booking.checkInspectionTime, {
        subscriberId: company.subscriberId,
        date_time,
        inspectors: [company.id],
        ...more,
      });
    expect(await check('2030-03-08T12:45')).toEqual({ available: true, conflicts: [], rivals: [] });
    expect(await check('2030-03-08T12:30')).toMatchObject({
      available: false,
      conflicts: [{ technician_id: company.id, kind: 'appointment', start: '2030-03-08T09:00:00-05:00' }],
    });
    expect(await check('2030-03-08T12:30', { inspections_id: made.id })).toMatchObject({ available: true });
    expect(await check('2030-03-08T06:00')).toMatchObject({ available: true });
  });
});
