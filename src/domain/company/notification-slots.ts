/** Reminders before and after an appointment: recipients, times and texts (decisions G-NOT-2). */
import { type DurationUnit, durationUnits } from '../base/durations.ts';
import { unknownPlaceholder } from '../text/mistyped-placeholders.ts';
import { messagePlaceholders } from '../text/placeholders.ts';

export const audiences = ['client', 'agent', 'listing_agent', 'contractor'] as const;
export type Audience = (typeof audiences)[number];
type Channel = 'email' | 'text';

/** One reminder: a duration before the start (`pre`) or after the end (`post`). */
export interface NotificationSlot {
  enabled: boolean;
  when: 'pre' | 'post';
  value: number;
  unit: DurationUnit;
  /** Only for emails. */
  subject: string;
  /** With placeholders such as `{{property.address}}`. */
  body: string;
}

/** The position of a slot: the audience's first to third email, first or second text message. */
export interface SlotPosition {
  key: SlotKey;
  audience: Audience;
  channel: Channel;
  index: number;
}

const perChannel = { email: 3, text: 2 } as const;
export type SlotKey = `${Audience}_${'email_1' | 'email_2' | 'email_3' | 'text_1' | 'text_2'}`;

/** The twenty slots, five per audience. */
export const slotPositions: readonly SlotPosition[] = audiences.flatMap((audience) =>
  (['email', 'text'] as const).flatMap((channel) =>
    Array.from({ length: perChannel[channel] }, (_, i) => ({
      key: `${audience}_${channel}_${i + 1}` as SlotKey,
      audience,
      channel,
      index: i + 1,
    })),
  ),
);

export const maxBodyLength = { email: 5000, text: 480 } as const;
const longestSubject = 200;

/** Returns what is wrong with a slot, by field; empty if nothing is. Only an enabled slot requires text. */
function slotProblems(channel: Channel, slot: NotificationSlot): Record<string, string> {
  const problems: Record<string, string> = {};
  if (slot.when !== 'pre' && slot.when !== 'post') problems.when = 'Choose one of the options';
  if (!Number.isInteger(slot.value) || slot.value < 0 || slot.value > 999)
    problems.value = 'Enter a whole number from 0 to 999';
  if (!durationUnits.includes(slot.unit)) problems.unit = 'Choose one of the options';
  if (slot.subject.length > longestSubject) problems.subject = `At most ${longestSubject} characters`;
  if (slot.body.length > maxBodyLength[channel])
    problems.body = `At most ${maxBodyLength[channel]} characters`;
  if (slot.enabled && slot.body.trim() === '') problems.body = 'Enter a message';
  if (slot.enabled && channel === 'email' && slot.subject.trim() === '') problems.subject = 'Enter a subject';
  for (const field of ['subject', 'body'] as const) {
    const unknown = unknownPlaceholder(slot[field], knownPlaceholders);
    if (unknown) problems[field] ??= unknown;
  }
  return problems;
}

/** Fields of slots that are to change. */
export type SlotChanges = Partial<Record<SlotKey, { [F in keyof NotificationSlot]?: unknown } | undefined>>;

/** Returns the slots with the sent fields changed, and what is wrong with them, by path (`client_email_1.subject`). */
export function changeSlots(
  before: Readonly<Record<SlotKey, NotificationSlot>>,
  sent: SlotChanges,
): { slots: Record<SlotKey, NotificationSlot>; problems: Record<string, string> } {
  const slots = { ...before };
  const problems: Record<string, string> = {};
  for (const { key, channel } of slotPositions) {
    if (!sent[key]) continue;
    const slot = { ...before[key], ...sent[key] } as NotificationSlot;
    for (const [field, problem] of Object.entries(slotProblems(channel, slot)))
      problems[`${key}.${field}`] = problem;
    slots[key] = slot;
  }
  return { slots, problems };
}

/** Also known: what belongs to the company and to the reader. */
const otherPlaceholders = [
  ...['name', 'phone', 'email', 'website'].map((field) => `company.${field}`),
  ...['name', 'first_name'].map((field) => `person.${field}`),
];
const knownPlaceholders = [
  ...Object.entries(messagePlaceholders).flatMap(([group, fields]) =>
    fields.map((field) => `${group}.${field}`),
  ),
  ...otherPlaceholders,
];
