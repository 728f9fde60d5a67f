/** Placeholders of actions, `{{group.field}}`: which exist, and how a template is merged with values. */
import { cleanLine } from '../text/clean.ts';
import { findMistyped, type MistypedPlaceholder } from '../text/mistyped-placeholders.ts';
import { messagePlaceholders } from '../text/placeholders.ts';
import { escapeHtml } from '../text/rich-text.ts';
import { type Action, type ActionEvent, type WebhookRow, wholeAppointment } from './action-types.ts';

export type PlaceholderGroup = keyof typeof messagePlaceholders;

/** A placeholder of the editor; its label is the text `placeholder.<group>.<field>`. */
export interface Placeholder {
  group: PlaceholderGroup;
  field: string;
  /** `clients.first_name`. */
  name: string;
}

/** All placeholders of the nine data groups (decisions G-AUT-6), in order. */
export const placeholders: readonly Placeholder[] = Object.entries(messagePlaceholders).flatMap(
  ([group, fields]) =>
    fields.map((field) => ({ group: group as PlaceholderGroup, field, name: `${group}.${field}` })),
);
const names = placeholders.map((one) => one.name);
const known: ReadonlySet<string> = new Set(names);

const subEvent = ['name', 'description', 'start', 'end', 'technician'];
const report = ['report_name', 'report_link'];
/** The fields of `event_details` that each event fills. */
const eventDetails: Partial<Record<ActionEvent, readonly string[]>> = {
  3: ['changed_services'],
  4: ['changed_fees'],
  5: ['name'],
  6: ['name'],
  7: ['attachment_name'],
  8: ['attachment_name'],
  9: ['name'],
  10: ['name'],
  11: ['name'],
  12: ['name'],
  13: ['old_date'],
  20: report,
  21: subEvent,
  22: subEvent,
  23: subEvent,
  24: [...report, 'name'],
  25: [...report, 'name'],
};

/** Returns the fields of `event_details` that have a value when this event happens. */
export function eventDetailsOf(event: ActionEvent): readonly string[] {
  return eventDetails[event] ?? [];
}

/** Values by group and field. A missing one is empty; groups that are not listed may be added. */
export type MergeValues = Readonly<
  Record<string, Readonly<Record<string, string | number | boolean | null | undefined>> | undefined>
>;

/** Where a merged text goes; `json` gives a JSON value, in which a placeholder alone stays a number or boolean. */
export type MergeTarget = 'subject' | 'html' | 'text' | 'json';

/** A merged text, with the names of placeholders that do not exist and of those that have no value. */
export interface Merged {
  text: string;
  unknown: string[];
  empty: string[];
}

const pattern = /\{\{(?:\s|&nbsp;)*([\w-]+)\.([\w-]+)(?:\s|&nbsp;)*\}\}/g;

/**
 * Returns a template with its placeholders filled, escaped for its target. A value is inserted once: placeholders in it stay as
 * they are. Unknown placeholders become empty; what is only similar to one stays (`placeholderProblems`).
 */
export function mergeTemplate(template: string, values: MergeValues, target: MergeTarget): Merged {
  const unknown = new Set<string>();
  const empty = new Set<string>();
  const read = (group: string, field: string) => {
    const fields = Object.hasOwn(values, group) ? values[group] : undefined;
    const value = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (value === undefined && !known.has(`${group}.${field}`)) unknown.add(`${group}.${field}`);
    else if (value === undefined || value === null || value === '') empty.add(`${group}.${field}`);
    return value ?? null;
  };
  const text = mergeInto[target](template, read);
  return { text, unknown: [...unknown], empty: [...empty] };
}

/**
 * Returns what looks like a placeholder but is none, with the nearest one: unknown names, single or missing braces, and those
 * that formatting divides. `others` are names that exist in addition.
 */
export function placeholderProblems(template: string, others: readonly string[] = []): MistypedPlaceholder[] {
  const text = template.replace(/&nbsp;|&#160;/g, ' ');
  const visible = text.replace(/<\/?[a-z][^<>]*>/gi, '');
  const whole = new Set([...text.matchAll(pattern)].map(nameOf));
  const divided = [...visible.matchAll(pattern)]
    .filter((found) => known.has(nameOf(found)) && !whole.has(nameOf(found)))
    .map((found) => ({ typed: found[0], nearest: nameOf(found) }));
  return [...findMistyped(visible, [...names, ...others]), ...divided];
}

/** Returns the placeholders of a template that this event never fills. */
export function neverFilled(template: string, event: ActionEvent): string[] {
  const filled = eventDetailsOf(event);
  const found = [...template.matchAll(pattern)].filter(
    ([, group, field = '']) =>
      group === 'event_details' && known.has(`event_details.${field}`) && !filled.includes(field),
  );
  return [...new Set(found.map(nameOf))];
}

/** The fields of payments that the payment fills with which an appointment becomes paid. */
const paymentFields = ['last_amount', 'last_method', 'last_date'].map((field) => `payments.${field}`);

/** Returns the placeholders whose values an event brings: unknown until it happens. */
export function knownByEvent(event: ActionEvent): string[] {
  return [
    ...eventDetailsOf(event).map((field) => `event_details.${field}`),
    ...(event === 14 ? ['inspection.cancel_reason'] : []),
    ...(event === 16 || event === 17 ? paymentFields : []),
  ];
}

/** Placeholders without a value before an appointment is saved. */
export const knownOnceSaved: readonly string[] = [
  ...['order_id', 'client_link', 'agreements_link', 'invoice_link', 'reports_link'].map(
    (field) => `inspection.${field}`,
  ),
  ...names.filter((name) => /^(?:payments\.|charges\.(?!services|addons))/.test(name)),
];

/** Returns the values with these placeholders left as they are. */
export function leavePlaceholders(values: MergeValues, left: readonly string[]): MergeValues {
  const changed: Record<string, Record<string, unknown>> = {};
  for (const name of left) {
    const [group = '', field = ''] = name.split('.');
    changed[group] ??= { ...values[group] };
    changed[group][field] = `{{${name}}}`;
  }
  return { ...values, ...changed } as MergeValues;
}

/** Returns which of these placeholders the templates use. */
export function usedIn(templates: readonly string[], among: readonly string[]): string[] {
  const used = new Set(templates.flatMap((text) => [...text.matchAll(pattern)].map(nameOf)));
  return [...new Set(among)].filter((name) => used.has(name));
}

/** Returns all texts of an action that are merged. */
export function templatesOf(
  action: Pick<Action, 'action_type' | 'subject' | 'body_content' | 'webhook_data'>,
): string[] {
  if (action.action_type === 3) return action.webhook_data.map((row) => row.value);
  return action.action_type === 1 ? [action.subject, action.body_content] : [action.body_content];
}

/** Returns the data of a webhook: its rows merged, each number and boolean typed; rows without a key are left out. */
export function webhookData(
  rows: readonly WebhookRow[],
  values: MergeValues,
  appointment: unknown,
): { data: Record<string, unknown> } & Omit<Merged, 'text'> {
  const merged = rows
    .filter((row) => row.key !== '')
    .map((row) =>
      row.value.trim() === wholeAppointment
        ? { key: row.key, value: appointment, unknown: [], empty: [] }
        : { key: row.key, ...parsed(mergeTemplate(row.value, values, 'json')) },
    );
  return {
    data: Object.fromEntries(merged.map(({ key, value }) => [key, value])),
    unknown: [...new Set(merged.flatMap((one) => one.unknown))],
    empty: [...new Set(merged.flatMap((one) => one.empty))],
  };
}

const parsed = ({ text, unknown, empty }: Merged) => ({ value: JSON.parse(text) as unknown, unknown, empty });

type Read = (group: string, field: string) => string | number | boolean | null;

const nameOf = (found: RegExpMatchArray) => `${found[1]}.${found[2]}`;
const written = (value: ReturnType<Read>) => (value === null ? '' : String(value));

const mergeInto: Record<MergeTarget, (template: string, read: Read) => string> = {
  text: (template, read) =>
    template.replace(pattern, (_, group: string, field: string) =>
      written(read(group, field)).replace(/\r\n?/g, '\n'),
    ),
  subject: (template, read) =>
    cleanLine(
      template.replace(pattern, (_, group: string, field: string) => cleanLine(written(read(group, field)))),
    ),
  html: mergeHtml,
  json: (template, read) => {
    const [alone] = template.trim().matchAll(pattern);
    const [, group = '', field = ''] = alone ?? [];
    if (alone?.[0] === template.trim()) return JSON.stringify(read(group, field));
    return JSON.stringify(mergeInto.text(template, read));
  },
};

/** Line breaks stay visible, and the address of a page becomes a link unless it is in one. */
function mergeHtml(template: string, read: Read): string {
  const place = { isTag: false, isLink: false };
  let end = 0;
  return template.replace(pattern, (found: string, group: string, field: string, at: number) => {
    const before = template.slice(end, at);
    end = at + found.length;
    follow(before, place);
    const value = written(read(group, field));
    const escaped = escapeHtml(value);
    if (place.isTag) return isLinkAddress.test(before) && !isSafeAddress.test(value) ? '' : escaped;
    if (!place.isLink && field.endsWith('_link') && /^https?:\/\/\S+$/i.test(value))
      return `<a href="${escaped}">${escaped}</a>`;
    return escaped.replace(/\r\n?|\n/g, '<br>');
  });
}

const isLinkAddress = /\b(?:href|src)\s*=\s*(?:["']\s*)?$/i;
const isSafeAddress = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Notes whether a piece of HTML ends within a tag or a link. */
function follow(html: string, place: { isTag: boolean; isLink: boolean }): void {
  for (const [mark, close, name] of html.matchAll(/<(\/?)([a-z][a-z\d]*)|>/gi)) {
    place.isTag = mark !== '>';
    if (name?.toLowerCase() === 'a') place.isLink = close === '';
  }
}
