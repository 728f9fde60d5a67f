import { accept, checkFields, type Outcome, type RuleFacts, text, typed } from '../settings/rules.ts';
import { cleanLine } from '../text/clean.ts';
import type { WebhookHeader, WebhookRow } from './action-types.ts';
import { rowsOf } from './clean-rows.ts';
import { headerProblem, webhookHeaderMessages } from './webhook-headers.ts';

const rowRules = { key: text(100), label: text(100), value: text(5000) };
const headerRules = { name: text(100), value: text(2000) };

/** The members of a webhook's data. Two with one key would hide each other. */
export const rowList = typed<WebhookRow[]>({ list: 'text' }, (value, facts) => {
  const keys = new Set<string>();
  return rowsOf(value, 50, (sent) => {
    const { values, problems } = checkFields(rowRules, { key: '', label: '', value: '', ...sent }, facts);
    const key = String(values.key ?? '');
    if (key !== '' && keys.has(key)) problems.key = 'Each key can be used once';
    keys.add(key);
    return Object.keys(problems).length > 0 ? { problems } : accept(values);
  });
});

/** Headers that a company adds to its webhooks; empty ones are left out. */
export const headerList = typed<WebhookHeader[]>({ list: 'text' }, (value, facts) =>
  rowsOf(Array.isArray(value) ? value.filter((row) => !isEmpty(row)) : value, 20, (sent) =>
    cleanHeader(sent, facts),
  ),
);

function isEmpty(row: Partial<WebhookHeader> | null): boolean {
  return row?.name?.trim() === '' && row.value?.trim() === '';
}

function cleanHeader(sent: Readonly<Record<string, unknown>>, facts: RuleFacts): Outcome {
  const { values, problems } = checkFields(headerRules, { name: '', value: '', ...sent }, facts);
  const [name, value] = [String(values.name ?? ''), cleanLine(String(values.value ?? ''))];
  const problem = headerProblem({ name, value });
  if (problem) problems[problem.field] ??= webhookHeaderMessages[problem.why];
  return Object.keys(problems).length > 0 ? { problems } : accept({ name, value });
}
