/** Judges the rules of an action by the appointment and the event, and says what each rule saw. */
import {
  type ActionEvent,
  conditions,
  isOffered,
  type Rule,
  type RuleList,
  type RulesMatch,
} from './action-types.ts';
import type {
  AutomationFacts,
  NamedId,
  OccurrenceData,
  RuleOutcome,
  RuleProblem,
  SawKey,
} from './decision-types.ts';

/** What rules may look at. */
export type RuleFacts = Pick<
  AutomationFacts,
  'property' | 'services' | 'service_addons' | 'agreements_signed' | 'invoice_paid' | 'known_ids'
>;

/** What a condition saw, and whether it is true. */
interface Seen {
  key: SawKey;
  value: RuleOutcome['saw']['value'];
  isTrue: boolean;
}

/** Returns for each rule whether it held, the value it saw and, if it can never see one, why. */
export function judgeRules(
  rules: readonly Rule[],
  event: ActionEvent,
  facts: RuleFacts,
  data: OccurrenceData,
): RuleOutcome[] {
  return rules.map((rule) => {
    const { key, value, isTrue } = seenBy(rule, facts, data);
    return {
      rule_id: rule.id,
      condition: rule.event_type,
      held: isTrue === (rule.trigger_type === 'has'),
      saw: { key, value },
      problem: ruleProblem(rule, event, facts.known_ids),
    };
  });
}

/** Returns whether the rules let the action run; without rules it always does. */
export function rulesHold(outcomes: readonly RuleOutcome[], match: RulesMatch): boolean {
  if (outcomes.length === 0) return true;
  return match === 'any' ? outcomes.some((one) => one.held) : outcomes.every((one) => one.held);
}

/** Returns why a rule can never see a value, or null. `known` are the ids of existing services and add-ons; null: any. */
function ruleProblem(rule: Rule, event: ActionEvent, known: ReadonlySet<string> | null): RuleProblem | null {
  if (!isOffered(rule.event_type, event)) return 'not_offered';
  const list = listOf(rule);
  if (list) {
    if (rule[list].length === 0) return 'nothing_chosen';
    return known && rule[list].some((id) => !known.has(id)) ? 'deleted' : null;
  }
  const isText = rule.event_type === 3 || rule.event_type === 9;
  const isOpen = isText ? rule.report_name.trim() === '' : rule.event_type === 6 && !isDetail(rule);
  return isOpen ? 'nothing_chosen' : null;
}

/** A missing value makes a condition false. */
function seenBy(rule: Rule, facts: RuleFacts, data: OccurrenceData): Seen {
  switch (rule.event_type) {
    case 1:
      return seenList(rule, data.changed_services);
    case 2:
      return seenList(rule, data.changed_service_addons);
    case 3:
      return seenText('attachment_name', rule.report_name, data.attachment_name);
    case 4:
      return { key: 'agreements_signed', value: facts.agreements_signed, isTrue: facts.agreements_signed };
    case 5:
      return { key: 'invoice_paid', value: facts.invoice_paid, isTrue: facts.invoice_paid };
    case 6:
      return seenDetail(rule, facts.property);
    case 7:
      return seenList(rule, facts.services);
    case 8:
      return seenList(rule, facts.service_addons);
    case 9:
      return seenText('report_name', rule.report_name, data.report_name);
  }
}

function seenList(rule: Rule, present: readonly NamedId[] | undefined): Seen {
  const key = listOf(rule) ?? 'services';
  const isTrue = present?.some((one) => rule[key].includes(one.id)) ?? false;
  return { key, value: present?.map((one) => one.name) ?? null, isTrue };
}

function seenText(key: SawKey, part: string, text: string | undefined): Seen {
  const wanted = part.trim().toLowerCase();
  const isTrue = wanted !== '' && text !== undefined && text.toLowerCase().includes(wanted);
  return { key, value: text ?? null, isTrue };
}

function seenDetail(rule: Rule, property: RuleFacts['property']): Seen {
  const key = rule.field ?? 'foundation';
  const value = property[key];
  if (value === null || !isDetail(rule)) return { key, value, isTrue: false };
  const { numeric } = rule;
  const isTrue =
    rule.operator === 'eq'
      ? value === numeric
      : rule.operator === 'neq'
        ? value !== numeric
        : rule.operator === 'gte'
          ? value >= numeric
          : value < numeric;
  return { key, value, isTrue };
}

/** Returns whether a rule on a property detail is complete. */
function isDetail(rule: Rule): rule is Rule & { numeric: number } {
  return rule.field !== null && rule.operator !== null && rule.numeric !== null;
}

function listOf(rule: Rule): RuleList | null {
  return conditions.find((one) => one.id === rule.event_type)?.list ?? null;
}
