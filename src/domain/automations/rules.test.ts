import { expect, test } from 'vitest';
import { type ActionEvent, conditionsFor, newRule, type Rule, type RuleCondition } from './action-types.ts';
import { facts } from './automations-for-tests.ts';
import type { AutomationFacts, OccurrenceData, RuleOutcome } from './decision-types.ts';
import { judgeRules, rulesHold } from './rules.ts';

const data: OccurrenceData = {
  changed_services: [{ id: 'mold', name: 'Mold' }],
  changed_service_addons: [{ id: 'sewer', name: 'Sewer scope' }],
  attachment_name: 'Seller Disclosure.pdf',
  report_name: 'Home Inspection',
};
const judge = (
  condition: RuleCondition,
  more: Partial<Rule>,
  event: ActionEvent,
  state: Partial<AutomationFacts> = {},
  seen = data,
) => judgeRules([{ ...newRule('rule', condition), ...more }], event, { ...facts, ...state }, seen)[0];

test.each<[string, RuleCondition, Partial<Rule>, ActionEvent, boolean, RuleOutcome['saw']]>([
  [
    'a changed service',
    1,
    { changed_services: ['x', 'mold'] },
    3,
    true,
    { key: 'changed_services', value: ['Mold'] },
  ],
  [
    'another changed service',
    1,
    { changed_services: ['home'] },
    3,
    false,
    { key: 'changed_services', value: ['Mold'] },
  ],
  [
    'a changed add-on',
    2,
    { changed_service_addons: ['sewer'] },
    3,
    true,
    { key: 'changed_service_addons', value: ['Sewer scope'] },
  ],
  [
    'part of an attachment’s name',
    3,
    { report_name: 'disclosure' },
    7,
    true,
    { key: 'attachment_name', value: 'Seller Disclosure.pdf' },
  ],
  ['signed agreements', 4, {}, 13, true, { key: 'agreements_signed', value: true }],
  ['a paid invoice', 5, {}, 13, false, { key: 'invoice_paid', value: false }],
  [
    'the foundation',
    6,
    { field: 'foundation', operator: 'eq', numeric: 2 },
    13,
    true,
    { key: 'foundation', value: 2 },
  ],
  [
    'another foundation',
    6,
    { field: 'foundation', operator: 'neq', numeric: 2 },
    13,
    false,
    { key: 'foundation', value: 2 },
  ],
  [
    'at least its square feet',
    6,
    { field: 'square_feet', operator: 'gte', numeric: 1800 },
    13,
    true,
    { key: 'square_feet', value: 1800 },
  ],
  [
    'fewer square feet',
    6,
    { field: 'square_feet', operator: 'lt', numeric: 1800 },
    13,
    false,
    { key: 'square_feet', value: 1800 },
  ],
  [
    'a missing year',
    6,
    { field: 'year_built', operator: 'lt', numeric: 2000 },
    13,
    false,
    { key: 'year_built', value: null },
  ],
  ['a service', 7, { services: ['home'] }, 13, true, { key: 'services', value: ['Home inspection'] }],
  ['an add-on', 8, { service_addons: ['sewer'] }, 13, false, { key: 'service_addons', value: ['Radon'] }],
  [
    'part of a report’s name',
    9,
    { report_name: 'HOME' },
    20,
    true,
    { key: 'report_name', value: 'Home Inspection' },
  ],
])('%s: says whether it held and what it saw', (_, condition, more, event, held, saw) => {
  expect(judge(condition, more, event)).toMatchObject({ held, saw, problem: null });
  expect(judge(condition, { ...more, trigger_type: 'has_not' }, event)).toMatchObject({ held: !held, saw });
});

test('says why a rule can never see a value', () => {
  expect(judge(1, { changed_services: ['mold'] }, 2, {}, {})).toMatchObject({
    held: false,
    problem: 'not_offered',
  });
  expect(judge(7, {}, 13)?.problem).toBe('nothing_chosen');
  expect(judge(3, { report_name: ' ' }, 7)).toMatchObject({ held: false, problem: 'nothing_chosen' });
  expect(judge(6, {}, 13)).toMatchObject({ held: false, problem: 'nothing_chosen' });
  const known_ids = new Set(['home']);
  expect(judge(7, { services: ['gone'] }, 13, { known_ids })).toMatchObject({
    held: false,
    problem: 'deleted',
  });
  expect(judge(7, { services: ['home'] }, 13, { known_ids })).toMatchObject({ held: true, problem: null });
});

test('combines rules by all or any, and none hold always', () => {
  const outcomes = judgeRules([newRule('a', 4), newRule('b', 5)], 13, facts, {});
  expect(outcomes.map((one) => one.held)).toEqual([true, false]);
  expect([rulesHold(outcomes, 'all'), rulesHold(outcomes, 'any')]).toEqual([false, true]);
  expect([rulesHold([], 'all'), rulesHold([], 'any')]).toEqual([true, true]);
});

test('offers each condition to the events it makes sense for', () => {
  const always = [4, 5, 6, 7, 8];
  const ids = (event: ActionEvent) => conditionsFor(event).map((one) => one.id);
  expect(ids(1)).toEqual(always);
  expect(ids(3)).toEqual([1, 2, ...always]);
  expect([ids(7), ids(8)]).toEqual([
    [3, ...always],
    [3, ...always],
  ]);
  expect([ids(20), ids(24), ids(25)]).toEqual(Array(3).fill([...always, 9]));
});
