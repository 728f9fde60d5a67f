import {
  accept,
  checkFields,
  listOf,
  type Outcome,
  oneOf,
  orNull,
  type RuleFacts,
  text,
  typed,
  uuid,
  wholeNumber,
} from '../settings/rules.ts';
import { conditions, newRule, type Rule, type RuleField, ruleFields, ruleTriggers } from './action-types.ts';
import { rowsOf } from './clean-rows.ts';

const mostIds = 200;
const ids = listOf(uuid, mostIds);
const fields = Object.keys(ruleFields) as RuleField[];

const fieldRules = {
  id: uuid,
  trigger_type: oneOf(ruleTriggers),
  event_type: oneOf(conditions.map((one) => one.id)),
  field: orNull(oneOf(fields)),
  operator: orNull(oneOf(['eq', 'neq', 'gte', 'lt'])),
  numeric: orNull(wholeNumber(0, 1_000_000)),
  services: ids,
  service_addons: ids,
  changed_services: ids,
  changed_service_addons: ids,
  report_name: text(200),
};

/** The rules of an action, each complete; fields that a condition does not use are emptied. */
export const ruleList = typed<Rule[]>({ list: 'text' }, (value, facts) =>
  rowsOf(value, 50, (one) => cleanRule(one, facts)),
);

function cleanRule(sent: Readonly<Record<string, unknown>>, facts: RuleFacts): Outcome {
  const given = { id: '', event_type: 0, ...sent };
  const { values, problems } = checkFields(fieldRules, given, facts);
  if (Object.keys(problems).length > 0) return { problems };
  const rule = values as Partial<Rule> & Pick<Rule, 'id' | 'event_type'>;
  const clean = newRule(rule.id, rule.event_type);
  clean.trigger_type = rule.trigger_type ?? 'has';
  const list = conditions.find((one) => one.id === rule.event_type)?.list;
  if (list) clean[list] = rule[list] ?? [];
  if (rule.event_type === 3 || rule.event_type === 9) clean.report_name = rule.report_name ?? '';
  return rule.event_type === 6 ? cleanDetail(clean, rule) : accept(clean);
}

function cleanDetail(clean: Rule, sent: Partial<Rule>): Outcome {
  const field = sent.field ?? 'foundation';
  const operators: readonly string[] = ruleFields[field];
  const operator = sent.operator ?? ruleFields[field][0];
  if (!operators.includes(operator)) return { problems: { operator: 'Choose one of the options' } };
  const numeric = sent.numeric ?? null;
  if (field === 'foundation' && numeric !== null && (numeric < 1 || numeric > 3))
    return { problems: { numeric: 'Choose one of the options' } };
  return accept({ ...clean, field, operator, numeric });
}
