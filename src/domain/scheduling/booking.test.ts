import { describe, expect, test } from 'vitest';
import { asInstant, asZone } from '../base/time.ts';
import * as draftRules from './appointment-draft.ts';
import { type AppointmentDraft, bookingSteps, newDraft } from './appointment-draft.ts';
import { findBookingProblems, firstBookingProblem, stepSummaries, toFieldMessages } from './booking.ts';
import { nextOrderCounter, orderIdFormatProblem, resolveOrderId, suggestedOrderId } from './order-id.ts';
import { newSubEvent, subEventProblems } from './sub-events.ts';

const zone = asZone('America/New_York');
const now = asInstant('2030-03-01T14:00:00Z'); // 09:00 there

function complete(): AppointmentDraft {
  const draft = newDraft({ order_id: '1001' });
  draft.location = {
    ...draft.location,
    streetAndNumber: '1 Main St',
    state: 'GA',
    zipCode: '30301',
    square_feet: 2400,
  };
  draft.dateTime = '2030-03-08T09:00';
  draft.people.clients = ['c'];
  draft.services.newServices.services = [
    { id: 's', name: 'Inspection', add_ons: [], templates: [], agreements: [] },
  ];
  return draft;
}

test('has five steps in order', () => {
  expect(bookingSteps).toEqual(['addLocation', 'addServices', 'setDateTime', 'addPeople', 'addInformation']);
});

test('fills a new draft with the defaults of the specification', () => {
  const { information, services } = newDraft();
  expect(information).toMatchObject({
    confirm_inspection: true,
    occupied: true,
    utilities_on: true,
    disable_automated_notifications: false,
    requirePayment: true,
  });
  expect([services.total, services.duration]).toEqual(['0.0', '0']);
});

describe('submit checks', () => {
  test('run in the specified order and stop at the first failure', () => {
    const draft = newDraft();
    const seen: (string | undefined)[] = [];
    const next = () => seen.push(firstBookingProblem(draft, now, zone)?.message);
    next();
    draft.location.square_feet = 2400;
    next();
    draft.dateTime = '2030-03-08T09:00';
    next();
    draft.people.clients = ['c'];
    next();
    draft.information.order_id = '1001';
    next();
    draft.services.newServices.services = complete().services.newServices.services;
    next();
    expect(seen).toEqual([
      'Location: Please enter a location (address) and square feets',
      'Date & Time: Please select a future date',
      'People: Please select at least one client',
      'Information: order Id is required',
      'Services: no service(s) has been chosen',
      undefined,
    ]);
  });

  test('report the tab and the fields of all failures', () => {
    const found = findBookingProblems(newDraft(), now, zone);
    expect(found.map((p) => p.step)).toEqual([
      'addLocation',
      'setDateTime',
      'addPeople',
      'addInformation',
      'addServices',
    ]);
    expect(toFieldMessages(found)).toEqual({
      address: 'Please enter the street and number',
      state: 'State is required',
      zip_code: 'Postal Code is required',
      date_time: 'Date & time are required',
      clients: 'People: Please select at least one client',
      order_id: 'Information: order Id is required',
      services: 'Services: no service(s) has been chosen',
    });
  });

  test.each([
    ['complete address without city', { streetAndNumber: '1 Main', state: 'GA', zipCode: '30301' }, true],
    ['square feet alone', { square_feet: 1200 }, true],
    ['partial address with square feet', { state: 'GA', square_feet: 1200 }, true],
    ['partial address alone', { streetAndNumber: '1 Main', state: 'GA' }, false],
    ['nothing', {}, false],
    ['spaces', { streetAndNumber: ' ', state: ' ', zipCode: ' ' }, false],
    ['zero square feet', { square_feet: 0 }, false],
  ])('location: %s', (_, location, passes) => {
    const draft = complete();
    draft.location = { ...newDraft().location, ...location };
    expect(firstBookingProblem(draft, now, zone) === null).toBe(passes);
  });

  test('name only the missing parts of an address', () => {
    const draft = complete();
    draft.location = { ...newDraft().location, streetAndNumber: '1 Main' };
    expect(firstBookingProblem(draft, now, zone)?.fields).toEqual({
      state: 'State is required',
      zip_code: 'Postal Code is required',
    });
  });

  test.each([
    [null, 'Date & time are required'],
    ['', 'Date & time are required'],
    ['nonsense', 'Date needs to be valid'],
    ['2030-03-10T02:30', 'Date needs to be valid'],
    ['2030-02-28T09:00', 'Date & Time needs to be future date'],
    ['2030-03-01T09:00', 'Date & Time needs to be future date'],
    ['2030-03-01T14:00:00Z', 'Date & Time needs to be future date'],
    ['2030-03-01T09:01', undefined],
    ['2030-03-01T14:01:00Z', undefined],
  ])('date and time %s: %s', (dateTime, message) => {
    expect(firstBookingProblem({ ...complete(), dateTime }, now, zone)?.fields.date_time).toBe(message);
  });
});

describe('summaries of the tabs', () => {
  const texts = (draft: AppointmentDraft) => stepSummaries(draft, zone).map((s) => s.text);

  test('cover empty and filled tabs', () => {
    expect(texts(newDraft())).toEqual([
      'Add location',
      'Add Services',
      'Add Date & Time',
      'Add People',
      'Add Information',
    ]);
    expect(texts(complete())).toEqual([
      '1 Main St',
      'Services added',
      '03/08/2030 09:00 AM',
      'People added',
      'Information added',
    ]);
    expect(stepSummaries(complete(), zone).map((s) => s.step)).toEqual(bookingSteps);
  });

  test("count people by clients, and show instants in the company's zone", () => {
    const draft = newDraft();
    draft.people.technicians = ['t'];
    draft.dateTime = '2030-03-08T19:05:00Z';
    expect(texts(draft)[3]).toBe('Add People');
    expect(texts(draft)[2]).toBe('03/08/2030 02:05 PM');
    expect(texts({ ...draft, dateTime: 'nonsense' })[2]).toBe('Add Date & Time');
  });
});

test('turns off notifications when Confirmed is checked, and leaves them unchanged when it is unchecked', () => {
  const at = (confirm_inspection: boolean, disable_automated_notifications: boolean) => ({
    confirm_inspection,
    disable_automated_notifications,
  });
  expect(draftRules.toggleConfirmed(at(false, false), true)).toEqual(at(true, true));
  expect(draftRules.toggleConfirmed(at(true, false), true)).toEqual(at(true, false));
  expect(draftRules.toggleConfirmed(at(true, true), false)).toEqual(at(false, true));
  expect(draftRules.toggleConfirmed(at(true, false), false)).toEqual(at(false, false));
  expect(draftRules.canToggleNotifications(at(false, true))).toBe(false);
});

test.each([
  ['12a.5b', '12.5'],
  ['2,400', '2400'],
  ['1.2.3', '1.23'],
  ['abc', ''],
])('Square Feet %s becomes %s', (typed, cleaned) => {
  expect(draftRules.sanitizeSquareFeetInput(typed)).toBe(cleaned);
});

test('Year Built accepts only digits and plausible years', () => {
  expect(draftRules.sanitizeYearBuiltInput('19.95')).toBe('1995');
  expect([null, 1600, 2032].map((y) => draftRules.yearBuiltProblem(y, 2030))).toEqual([null, null, null]);
  for (const year of [1599, 2033, 1990.5, 0]) {
    expect(draftRules.yearBuiltProblem(year, 2030)).toBe('Year Built is not valid');
  }
});

test.each([
  ['0.0', true],
  [0, true],
  [0.01, false],
  ['0.5', false],
])('marks a total of %s as paid at creation: %s', (total, paid) => {
  expect(draftRules.isPaidOnCreation(total)).toBe(paid);
});

describe('order ids', () => {
  test('are suggested, used, replaced or refused', () => {
    expect(suggestedOrderId('G-', 1001)).toBe('G-1001');
    expect(resolveOrderId({ submitted: 'x', isTaken: false })).toBe('use');
    expect(resolveOrderId({ submitted: 'G-1001', isTaken: true, suggestion: 'G-1001' })).toBe('next');
    expect(resolveOrderId({ submitted: 'G-7', isTaken: true, suggestion: 'G-1001' })).toBe('refuse');
    expect(resolveOrderId({ submitted: 'G-7', isTaken: true })).toBe('refuse');
    expect(orderIdFormatProblem(' ')).toBe('Information: order Id is required');
    expect(orderIdFormatProblem('x'.repeat(31))).toBe('At most 30 characters');
    expect(orderIdFormatProblem('1001')).toBe(null);
  });

  test('advance the counter only past its own number', () => {
    expect(nextOrderCounter('G-1001', 'G-', 1001)).toBe(1002);
    expect(nextOrderCounter('G-900', 'G-', 1001)).toBe(1001);
    expect(nextOrderCounter('special', '', 1001)).toBe(1001);
  });
});

describe('sub-events', () => {
  const event = (start_date: string, end_date: string, name = 'Radon pick-up') => ({
    name,
    start_date,
    end_date,
  });
  test.each([
    ['end = start', event('2030-03-02T09:00', '2030-03-02T09:00'), { end_date: expect.any(String) }],
    ['one minute', event('2030-03-02T09:00', '2030-03-02T09:01'), {}],
    [
      'yesterday',
      event('2030-02-28T09:00', '2030-03-02T09:01'),
      { start_date: 'Date cannot be in the past' },
    ],
    ['earlier today', event('2030-03-01T08:00', '2030-03-01T09:00'), {}],
    ['no name', event('2030-03-02T09:00', '2030-03-02T10:00', ' '), { name: 'Name is required' }],
    ['nonsense', event('x', '2030-03-02T10:00'), { start_date: 'Start is not valid' }],
  ])('%s', (_, given, expected) => {
    expect(subEventProblems(given, now, zone)).toEqual(expected);
  });

  test('can be saved again if in the past, but not moved within the past', () => {
    const before = {
      start_date: asInstant('2030-02-27T14:00:00Z'),
      end_date: asInstant('2030-02-27T15:00:00Z'),
    };
    expect(subEventProblems(event(before.start_date, before.end_date), now, zone, before)).toEqual({});
    const moved = event('2030-02-27T10:00', '2030-02-27T11:00');
    expect(subEventProblems(moved, now, zone, before)).toHaveProperty('start_date');
  });

  test('start today at the default start time when new', () => {
    const late = asInstant('2030-03-02T03:00:00Z'); // 22:00 on 1 March there
    expect(newSubEvent(late, zone, { start_time: 830, duration_minutes: 150 })).toMatchObject({
      start_date: '2030-03-01T08:30',
      end_date: '2030-03-01T11:00',
    });
    expect(newSubEvent(late, zone, { start_time: 0, duration_minutes: 60 }).start_date).toBe(
      '2030-03-01T00:00',
    );
  });
});
