import { describe, expect, test } from 'vitest';
import { asInstant } from '../base/time.ts';
import {
  type AppointmentAction,
  appointmentTransition,
  displayStatus,
  initialStatus,
} from './appointment-states.ts';

const now = asInstant('2030-03-01T14:00:00Z');

describe('states of an appointment', () => {
  const facts = {
    now,
    date_time: asInstant('2030-03-08T14:00:00Z'),
    confirm_inspection: true,
    reports: 1,
    published_reports: 0,
    payments: 0,
    signed_agreements: 0,
  };
  const result = (
    status: Parameters<typeof appointmentTransition>[0],
    action: AppointmentAction,
    more: Partial<typeof facts> = {},
  ) => {
    const transition = appointmentTransition(status, action, { ...facts, ...more });
    if (!transition.ok) return 'refused';
    return transition.isDeleted ? 'deleted' : `${transition.status} ${transition.confirm_inspection}`;
  };
  test.each([
    ['requested', 'confirm', {}, 'scheduled true'],
    ['scheduled', 'confirm', {}, 'refused'],
    ['scheduled', 'unconfirm', {}, 'requested false'],
    ['scheduled', 'unconfirm', { date_time: now }, 'refused'],
    ['requested', 'cancel', { confirm_inspection: false }, 'canceled false'],
    ['scheduled', 'cancel', {}, 'canceled true'],
    ['completed', 'cancel', {}, 'refused'],
    ['canceled', 'restore', {}, 'scheduled true'],
    ['canceled', 'restore', { confirm_inspection: false }, 'requested false'],
    ['scheduled', 'restore', {}, 'refused'],
    ['scheduled', 'complete', {}, 'refused'],
    ['scheduled', 'complete', { published_reports: 1 }, 'completed true'],
    ['scheduled', 'complete', { reports: 0 }, 'completed true'],
    ['requested', 'complete', { reports: 0 }, 'refused'],
    ['completed', 'reopen', {}, 'scheduled true'],
    ['canceled', 'delete', {}, 'deleted'],
    ['requested', 'delete', { payments: 1 }, 'refused'],
    ['canceled', 'delete', { signed_agreements: 1 }, 'refused'],
    ['scheduled', 'delete', {}, 'refused'],
  ] as const)('%s, %s %o: %s', (status, action, more, expected) => {
    expect(result(status, action, more)).toBe(expected);
  });

  test('determine the status that lists show', () => {
    const end_time = asInstant('2030-03-08T17:00:00Z');
    const at = (moment: string) => ({ now: asInstant(moment), date_time: facts.date_time, end_time });
    expect(displayStatus('scheduled', at('2030-03-08T14:00:00Z'))).toBe('in_progress');
    expect(displayStatus('scheduled', at('2030-03-08T17:00:00Z'))).toBe('scheduled');
    expect(displayStatus('requested', at('2030-03-08T14:00:00Z'))).toBe('overdue');
    expect(displayStatus('canceled', at('2030-03-08T15:00:00Z'))).toBe('canceled');
    expect([initialStatus(true), initialStatus(false)]).toEqual(['scheduled', 'requested']);
  });
});
