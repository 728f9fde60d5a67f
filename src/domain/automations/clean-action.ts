/**
 * Turns what was sent into a stored action. Nothing is refused for being incomplete (`missingIn`), only what makes no sense,
 * with a problem per field.
 */
import { durationUnits } from '../base/durations.ts';
import { automationEvents } from '../events/events.ts';
import { isEmail } from '../people/people.ts';
import { readPhone } from '../people/phones.ts';
import { hourPair } from '../settings/half-hours.ts';
import {
  accept,
  bool,
  checkFields,
  listOf,
  oneOf,
  type RuleFacts,
  reject,
  type TypedRule,
  text,
  typed,
} from '../settings/rules.ts';
import { cleanCode, cleanEmail, cleanLine, cleanText } from '../text/clean.ts';
import {
  type Action,
  actionTriggers,
  actionTypes,
  mayRunBefore,
  recipientGroups,
  rulesMatches,
  senders,
  type WebhookHeader,
} from './action-types.ts';
import { ruleList } from './clean-rule.ts';
import { headerList, rowList } from './clean-webhook.ts';
import { readEmailBody, writeEmailBody } from './email-body.ts';

/** Fields of an action that are to change; not checked yet. */
export type SentAction = { readonly [F in Exclude<keyof Action, 'id'>]?: unknown };

/** The most characters of texts; a text message is at most three parts. */
export const actionLimits = {
  name: 120,
  subject: 200,
  email: 50_000,
  text: 480,
  url: 2000,
  addresses: 50,
} as const;

const line = (max: number): TypedRule<string> =>
  typed('text', (value, facts) => text(max)(typeof value === 'string' ? cleanLine(value) : value, facts));

/** A group, an email address or a phone number. */
const recipient = typed<string>('text', (value, { country }) => {
  if (typeof value !== 'string') return reject('Must be text');
  const entry = cleanCode(value.slice(0, 300));
  if ((recipientGroups as readonly string[]).includes(entry)) return accept(entry);
  const address = cleanEmail(entry);
  if (isEmail(address)) return accept(address);
  const phone = readPhone(entry, country);
  return phone ? accept(phone) : reject(`${entry.slice(0, 60)} is not a valid email`);
});
const recipients = listOf(recipient, actionLimits.addresses);

/** Digits and a dot, as a number or as typed; an empty field is 0. */
const duration = typed<number>('number', (value) => {
  const typedText =
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '-';
  return typedText.length <= longestDuration && /^\d*(?:\.\d*)?$/.test(typedText)
    ? accept(Number(typedText === '.' ? 0 : typedText))
    : reject(`Use digits and one dot, at most ${longestDuration} characters`);
});
const longestDuration = 4;

const fieldRules = {
  enable: bool,
  action_name: line(actionLimits.name),
  action_type: oneOf(actionTypes),
  event_type: oneOf(automationEvents.map((one) => one.id)),
  duration,
  duration_type: oneOf(durationUnits),
  trigger_type: oneOf(actionTriggers),
  trigger_once: bool,
  when_noti_disabled: bool,
  is_certain_hours: bool,
  certain_hours: hourPair,
  no_weekends: bool,
  rules: ruleList,
  rules_match: oneOf(rulesMatches),
  to_address: recipients,
  from_address: oneOf(senders),
  cc_address: recipients,
  bcc_address: recipients,
  subject: line(actionLimits.subject),
  body_content: text(actionLimits.email),
  webhook_url: line(actionLimits.url),
  webhook_data: rowList,
  webhook_headers: headerList,
} satisfies Record<Exclude<keyof Action, 'id'>, TypedRule<unknown>>;

/** Returns the action with the sent fields changed, and what is wrong with them, by field (`rules.0.numeric`). */
export function cleanAction(
  sent: SentAction,
  before: Action,
  facts: RuleFacts & { seesHeaderValues?: boolean },
): { action: Action; problems: Record<string, string> } {
  const { values, problems } = checkFields(fieldRules, sent, facts);
  const action = { ...before, ...values } as Action;
  // Hidden values stay with the host they were written for.
  const keepsValues = facts.seesHeaderValues !== false || isSameHost(action.webhook_url, before.webhook_url);
  action.webhook_headers = keepsValues
    ? withValues(action.webhook_headers, before.webhook_headers)
    : withoutValuesOf(before.webhook_headers, action.webhook_headers);
  if (!mayRunBefore(action.event_type)) action.trigger_type = 'after';
  if (sent.body_content !== undefined) {
    const tooLong = action.action_type === 2 && cleanText(action.body_content).length > actionLimits.text;
    if (tooLong) problems.body_content = `At most ${actionLimits.text} characters`;
    else action.body_content = cleanBody(action);
  } else if (action.action_type !== before.action_type) action.body_content = '';
  return { action, problems };
}

/**
 * Returns a typed duration as its field accepts it: digits and one dot, at most four characters.
 * @example typedDuration('1a.5') → '1.5' ; typedDuration('12345') → '1234'
 */
export function typedDuration(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.');
  return (rest.length === 0 ? whole : `${whole}.${rest.join('')}`).slice(0, longestDuration);
}

/** A header that is sent without its value, which may be hidden from the caller, has the one it had. */
function withValues(sent: readonly WebhookHeader[], before: readonly WebhookHeader[]): WebhookHeader[] {
  return sent.map((header) => {
    const known = before.find((one) => one.name.toLowerCase() === header.name.toLowerCase());
    return header.value === '' && known ? { ...header, value: known.value } : header;
  });
}

function withoutValuesOf(
  before: readonly WebhookHeader[],
  headers: readonly WebhookHeader[],
): WebhookHeader[] {
  const had = new Set(before.map((one) => one.value));
  return headers.map((header) => (had.has(header.value) ? { ...header, value: '' } : header));
}

function isSameHost(a: string, b: string): boolean {
  if (a === b) return true;
  if (!URL.canParse(a) || !URL.canParse(b)) return false;
  const [one, other] = [new URL(a), new URL(b)];
  return one.protocol === other.protocol && one.host === other.host;
}

/** Emails are stored as the HTML that our editor knows; text without any tag becomes paragraphs. */
function cleanBody({ action_type: type, body_content: body }: Action): string {
  if (type === 3) return '';
  if (type === 2) return cleanText(body);
  return writeEmailBody(readEmailBody(body));
}
