import { expect, test } from 'vitest';
import { mayWantStop, replyKind } from './text-replies.ts';

test.each([
  'STOP',
  ' stop ',
  'Stop.',
  'STOP!',
  'StopAll',
  'OPTOUT',
  'revoke',
  'quit',
  'Opt-out',
  '"Unsubscribe"',
  'END',
  'cancel',
  'ＳＴＯＰ',
  'Stop\n',
  'Arrêt',
])('%j opts out', (body) => {
  expect(replyKind(body)).toBe('stop');
});

test.each(['We must STOP the leak first', 'Cancel 14:00 please', 'stop 2', 'Please stop texting me'])(
  '%j does not opt out, but the office sees that it may be meant',
  (body) => {
    expect([replyKind(body), mayWantStop(body)]).toEqual(['text', true]);
  },
);

test.each(['', '👍', 'See you at the bus stopover', 'Non-stop?', 'x'.repeat(5000)])(
  '%j is an ordinary message',
  (body) => {
    expect(replyKind(body)).toBe('text');
  },
);

test('start and help are keywords, too', () => {
  expect(['Start', 'UNSTOP', 'yes!', 'HELP', 'info?'].map(replyKind)).toEqual([
    'start',
    'start',
    'start',
    'help',
    'help',
  ]);
  expect(mayWantStop('STOP')).toBe(false);
});
