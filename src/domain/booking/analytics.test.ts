import { expect, test } from 'vitest';
import { bookedEvent, measuredAddress, measuringHosts, measuringId, stepEvent } from './analytics.ts';

test('an ID of Universal Analytics measures nothing', () => {
  expect([measuringId('UA-1234-1'), measuringId(null), measuringId('G-AB12')]).toEqual([
    null,
    null,
    'G-AB12',
  ]);
});

test('only an ID of Google Ads allows its hosts', () => {
  expect(measuringHosts('G-AB12').script).toEqual(['https://www.googletagmanager.com']);
  expect(measuringHosts('AW-123456').script).toContain('https://www.googleadservices.com');
});

test('a booking is a purchase, a request a lead; without shown prices they have no value', () => {
  const booked = { status: 'scheduled', value: 450, currency: 'USD', id: 'x1' };
  expect(bookedEvent(booked)).toEqual({
    name: 'purchase',
    params: { transaction_id: 'x1', value: 450, currency: 'USD' },
  });
  expect(bookedEvent({ ...booked, status: 'requested', value: null })).toEqual({
    name: 'generate_lead',
    params: {},
  });
  expect(stepEvent('schedule', 'services').params).toEqual({
    mode: 'schedule',
    step: 'services',
    step_number: 2,
  });
});

test('the reported address names page and company, not the key of a booking', () => {
  const origin = 'https://gable.test';
  const address = (pathname: string) => measuredAddress({ origin, pathname });
  expect(address('/schedule/acme')).toBe('https://gable.test/schedule/acme');
  expect(address('/confirm-booking/acme/secret-key')).toBe('https://gable.test/confirm-booking/acme');
});
