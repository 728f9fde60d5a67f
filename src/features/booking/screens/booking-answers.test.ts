import { expect, test } from 'vitest';
import type { BookingPage } from '../contract.ts';
import { emptyAnswers, submissionOf, withoutTime } from './booking-answers.ts';

const page = { services: [], default_start_time: 900 } as unknown as BookingPage;
const facts = { page, mode: 'request', isEmbedded: false, key: 'k', holdId: null, proof: null } as const;

test('a request wishes the free time that was chosen before, in the zone of the company', () => {
  const chosen = { ...emptyAnswers(page), at: '2030-03-08T13:30:00-05:00', technicianId: 't' };
  const request = withoutTime(chosen);
  expect([request.at, request.technicianId]).toEqual([null, null]);
  expect(submissionOf(request, facts).date_time).toBe('2030-03-08T13:30');
});

test('a wish that was entered stays if no free time was chosen', () => {
  const wished = { ...emptyAnswers(page), day: '2030-03-09', clock: '10:00' };
  expect(withoutTime(wished)).toEqual(wished);
});
