import { expect, test } from 'vitest';
import { asInstant } from '../base/time.ts';
import { proposalEnd, proposalState, repeatedTimes } from './time-proposal.ts';

const now = asInstant('2030-03-01T14:00:00Z');
const at = (text: string) => ({ at: asInstant(text), technician_id: 'a' });

test('a proposal ends after the chosen hours, or when its last time starts', () => {
  const times = [at('2030-03-08T14:00:00Z'), at('2030-03-04T14:00:00Z')];
  expect(proposalEnd(times, 48, now)).toBe(asInstant('2030-03-03T14:00:00Z'));
  expect(proposalEnd(times, 240, now)).toBe(asInstant('2030-03-08T14:00:00Z'));
  expect(proposalEnd([at('2030-03-01T20:00:00Z')], 48, now)).toBe(asInstant('2030-03-01T20:00:00Z'));
});

test('a proposal is open until it ends, is closed or accepted', () => {
  const open = { closed_at: null, accepted: null, expires_at: asInstant('2030-03-01T15:00:00Z') };
  expect(proposalState(open, now)).toBe('open');
  expect(proposalState({ ...open, expires_at: now }, now)).toBe('expired');
  expect(proposalState({ ...open, closed_at: now }, now)).toBe('closed');
  expect(proposalState({ ...open, closed_at: now, accepted: 0 }, now)).toBe('accepted');
});

test('the same time with the same technician is repeated, with another it is not', () => {
  const first = at('2030-03-08T14:00:00Z');
  expect(repeatedTimes([first, { ...first, technician_id: 'b' }, first])).toEqual([2]);
});
