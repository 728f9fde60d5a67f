import { expect, test } from 'vitest';
import { decryptSecret, encryptSecret } from './secret-box.ts';

const key = 'a secret for tests, long enough for all';
const secret = Buffer.from('sk_live_1');
const locked = encryptSecret(secret, key, 'gateway:1');
const read = (text: string, secretKey = key, about = 'gateway:1') =>
  decryptSecret(text, secretKey, about).toString();

test('a secret is read again only with its key and for what it belongs to', () => {
  expect(read(locked)).toBe('sk_live_1');
  expect(() => read(locked, `${key}.`)).toThrow();
  expect(() => read(locked, key, 'gateway:2')).toThrow();
});

test('a changed character is noticed', () => {
  for (let at = 0; at < locked.length; at += 1) {
    const changed = locked.slice(0, at) + (locked[at] === 'A' ? 'Q' : 'A') + locked.slice(at + 1);
    expect(() => read(changed)).toThrow();
  }
});

test('the same secret is never encrypted to the same text', () => {
  const all = Array.from({ length: 50 }, () => encryptSecret(secret, key, 'gateway:1'));
  expect(new Set(all).size).toBe(50);
});
