import type { Action, Rule } from '#domain/automations/action-types.ts';
import { recipientGroups } from '#domain/automations/action-types.ts';
import { readEmailBody } from '#domain/automations/email-body.ts';
import { missingIn, urlProblem } from '#domain/automations/missing.ts';
import { headerProblems } from '#domain/automations/webhook-headers.ts';
import { toPlainText } from '#domain/text/rich-text.ts';

export type Text = (key: string, values?: Record<string, string | number>) => string;

/** Returns the name of an action: its own, else what it does. */
export function actionTitle(t: Text, action: Action): string {
  return action.action_name || t(`type.${action.action_type}`);
}

/** Returns the name of a recipient: of a group, else the address itself. */
export function recipientName(t: Text, entry: string): string {
  return recipientGroups.some((group) => group === entry) ? t(`recipient.${entry}`) : entry;
}

/** Returns to which people or address an action goes; empty if none is set. */
export function describeRecipients(t: Text, action: Action): string {
  if (action.action_type === 3) return hostOf(action.webhook_url);
  return action.to_address.map((entry) => recipientName(t, entry)).join(', ');
}

/** Returns when an action runs: `2 hours before · Appointment start time`. */
export function describeMoment(t: Text, action: Action): string {
  const name = t(`event.${action.event_type}`);
  if (action.duration === 0) return name;
  const time = t(`units.${action.duration_type}`, { count: action.duration });
  return t(`moment.${action.trigger_type}`, { time, event: name });
}

/** Returns the conditions of an action; empty if it has none. */
export function describeRules(t: Text, action: Action): string {
  const [first, ...more] = action.rules;
  if (!first) return '';
  const name = describeRule(t, first);
  return more.length === 0 ? name : t('ruleAndMore', { name, count: more.length });
}

/** Returns the condition of a rule, negated if it is. */
function describeRule(t: Text, rule: Rule): string {
  return t(`rule.${rule.trigger_type}`, { name: t(`condition.${rule.event_type}`) });
}

/** Returns what an action sends, in one line. */
export function describeDetails(action: Action): string {
  if (action.action_type === 3) return action.webhook_url;
  if (action.action_type === 1 && action.subject !== '') return action.subject;
  const body =
    action.action_type === 1 ? toPlainText(readEmailBody(action.body_content)) : action.body_content;
  return body.slice(0, 120);
}

/** Returns what an action lacks, why its URL is refused, or which header is left out; empty if it runs as entered. */
export function describeMissing(t: Text, action: Action): string {
  const missing = missingIn(action);
  if (missing.length > 0)
    return t('incomplete', { parts: missing.map((part) => t(`missing.${part}`)).join(', ') });
  if (action.action_type !== 3) return '';
  const refused = urlProblem(action.webhook_url);
  if (refused !== null) return t(`hooks.problem.url_${refused}`);
  const [leftOut] = headerProblems(action.webhook_headers);
  if (!leftOut) return '';
  const [at, { why }] = leftOut;
  return t('badHeader', { name: action.webhook_headers[at]?.name ?? '', why: t(`header.${why}`) });
}

function hostOf(url: string): string {
  return url.replace(/^https?:\/\//i, '').split(/[/?#]/)[0] ?? '';
}
