import { expect, test } from 'vitest';
import { calendarLinks } from './calendar-links.ts';

test('calendars on the web get title, time in UTC, place and details', () => {
  const links = calendarLinks({
    title: 'Inspection · Müller & Co',
    start: '2030-03-08T09:00:00-05:00',
    end: '2030-03-08T12:00:00-05:00',
    location: '12 Main St, Boulder',
    details: 'https://gable.test/client-view/x',
  });
  const google = new URL(links.google).searchParams;
  expect([google.get('text'), google.get('dates')]).toEqual([
    'Inspection · Müller & Co',
    '20300308T140000Z/20300308T170000Z',
  ]);
  const outlook = new URL(links.outlook).searchParams;
  expect(Date.parse(outlook.get('startdt') ?? '')).toBe(Date.parse('2030-03-08T14:00:00Z'));
  expect([outlook.get('subject'), outlook.get('location'), outlook.get('body')]).toEqual([
    'Inspection · Müller & Co',
    '12 Main St, Boulder',
    'https://gable.test/client-view/x',
  ]);
});
