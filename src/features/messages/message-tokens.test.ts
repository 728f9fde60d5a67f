import { expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createMessageToken, readMessageToken } from './message-tokens.ts';

const { installation } = (await startTestApp()).runtime;

test('a token names its message, for one purpose and one part only', () => {
  for (let each = 0; each < 200; each++) {
    const message = { subscriberId: newId(), messageId: newId() };
    const token = createMessageToken(installation, 'report', message);
    expect(token).toMatch(/^[a-z2-7]{62}$/);
    expect(readMessageToken(installation, 'report', token)).toEqual({ ...message, part: '' });
    expect(readMessageToken(installation, 'open', token)).toBeNull();
    expect(readMessageToken(installation, 'report', `${token}-1`)).toBeNull();
    const link = createMessageToken(installation, 'click', message, '12');
    expect(readMessageToken(installation, 'click', link)).toEqual({ ...message, part: '12' });
    expect(readMessageToken(installation, 'click', link.replace(/12$/, '13'))).toBeNull();
    const other = token.startsWith('a') ? 'b' : 'a';
    expect(readMessageToken(installation, 'report', other + token.slice(1))).toBeNull();
  }
});

test.each(['', 'x', 'A'.repeat(62), 'a'.repeat(61), `${'a'.repeat(62)}-`, 'ü'.repeat(62)])(
  'refuses %j',
  (token) => {
    expect(readMessageToken(installation, 'report', token)).toBeNull();
  },
);
