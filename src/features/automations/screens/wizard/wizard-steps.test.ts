import { expect, it } from 'vitest';
import { newAction, newRule } from '#domain/automations/action-types.ts';
import { actionFromWire } from '../from-wire.ts';
import { problemsIn, stepAt, wizardSteps } from './wizard-steps.ts';

it('names its four steps in order, and no other', () => {
  expect([0, 1, 2, 3].map(stepAt)).toEqual([...wizardSteps]);
  expect(() => stepAt(4)).toThrow('Unknown step');
});

it('lists what is missing in each step', () => {
  const action = { ...newAction('a'), rules: [newRule('r1', 7), newRule('r2', 4), newRule('r3', 9)] };
  expect(wizardSteps.map((step) => problemsIn(step, action))).toEqual([
    [],
    ['rule 7 is empty', 'rule 9 is empty'],
    [],
    ['recipient is missing', 'subject is missing', 'body is missing'],
  ]);
  expect(() => problemsIn('payment', action)).toThrow('Error handler => Unknown step');
});

it('refuses a type of action that it does not know', () => {
  const sent = { ...newAction('a'), action_type: 4, is_complete: false, missing: [] };
  expect(() => actionFromWire(sent)).toThrow('Unknown action_type');
});
