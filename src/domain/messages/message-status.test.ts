import { describe, expect, test } from 'vitest';
import {
  higherStatus,
  type MessageEventKind,
  type MessageStatus,
  recipientStatus,
  statusAfter,
  statusesBelow,
} from './message-status.ts';

const fold = (kinds: readonly MessageEventKind[]) =>
  kinds
    .map((kind) => statusAfter(kind))
    .reduce<MessageStatus>((status, next) => (next ? higherStatus(status, next) : status), 'queued');

describe('the status of a message', () => {
  test.each([
    [['queued', 'sent', 'delivered'], 'delivered'],
    // Receipts in the wrong order (M9).
    [['delivered', 'sent', 'queued'], 'delivered'],
    [['sent', 'delivered', 'bounced'], 'bounced'],
    [['bounced', 'opened', 'delivered'], 'bounced'],
    [['uncertain', 'sent'], 'sent'],
    [['sent', 'failed'], 'failed'],
    [['sent', 'complained', 'unsubscribed', 'deferred'], 'sent'],
  ] as [MessageEventKind[], MessageStatus][])('after %s is %s', (kinds, status) => {
    expect(fold(kinds)).toBe(status);
  });

  test('is not raised beyond delivered by machines', () => {
    expect(statusAfter('opened', true)).toBe('delivered');
    expect(statusesBelow('sent')).toEqual(['queued', 'sending', 'uncertain']);
  });
});

test('each recipient has a status of the events about it and about the whole message', () => {
  const events = [
    { kind: 'sent', recipient: '', isMachine: false },
    { kind: 'delivered', recipient: 'main@x.example', isMachine: false },
    { kind: 'bounced', recipient: 'copy@x.example', isMachine: false },
    { kind: 'opened', recipient: '', isMachine: false },
  ] as const;
  expect(recipientStatus(events, 'main@x.example')).toBe('delivered');
  expect(recipientStatus(events, 'copy@x.example')).toBe('bounced');
  expect(recipientStatus(events, 'third@x.example')).toBe('sent');
});
