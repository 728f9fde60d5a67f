/** What became of a message: every status, in rank order, and what each event of its timeline makes of it. */

/** Lowest first. A later event never lowers the status: receipts arrive in any order. */
export const messageStatuses = [
  'queued',
  'sending',
  'uncertain',
  'sent',
  'failed',
  'delivered',
  'opened',
  'clicked',
  'blocked',
  'bounced',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** What can happen to a message. */
export const messageEventKinds = [
  'queued',
  'deferred',
  'uncertain',
  'sent',
  'failed',
  'delivered',
  'opened',
  'clicked',
  'blocked',
  'bounced',
  'complained',
  'unsubscribed',
] as const;
export type MessageEventKind = (typeof messageEventKinds)[number];

/** A message with one of these did not arrive, or may not have. */
export const problemStatuses = [
  'uncertain',
  'failed',
  'blocked',
  'bounced',
] as const satisfies MessageStatus[];

/**
 * Returns the status that an event gives a message, or null if it says nothing about delivery. What a machine opens
 * proves nothing.
 */
export function statusAfter(kind: MessageEventKind, isMachine = false): MessageStatus | null {
  if (kind === 'deferred' || kind === 'complained' || kind === 'unsubscribed') return null;
  return isMachine && (kind === 'opened' || kind === 'clicked') ? 'delivered' : kind;
}

/** Returns the statuses that this one may replace. */
export function statusesBelow(status: MessageStatus): readonly MessageStatus[] {
  return messageStatuses.slice(0, messageStatuses.indexOf(status));
}

/** Returns the higher of two statuses. */
export function higherStatus(a: MessageStatus, b: MessageStatus): MessageStatus {
  return messageStatuses.indexOf(a) < messageStatuses.indexOf(b) ? b : a;
}

/** An event as far as the state of a recipient depends on it. */
interface RecipientEvent {
  kind: MessageEventKind;
  /** Empty for the message as a whole. */
  recipient: string;
  isMachine: boolean;
}

/**
 * Returns what became of the message for one of its recipients: events about the whole message count for everyone,
 * except opens and clicks, which name no reader.
 *
 * @example recipientStatus([{ kind: 'sent', recipient: '', isMachine: false }], 'a@b.example') → 'sent'
 */
export function recipientStatus(events: readonly RecipientEvent[], recipient: string): MessageStatus {
  return events
    .filter((event) => event.recipient === recipient || (event.recipient === '' && !isReading(event.kind)))
    .map((event) => statusAfter(event.kind, event.isMachine))
    .reduce<MessageStatus>((highest, status) => (status ? higherStatus(highest, status) : highest), 'queued');
}

function isReading(kind: MessageEventKind): boolean {
  return kind === 'opened' || kind === 'clicked';
}
