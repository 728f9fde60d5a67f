import { expect, test } from 'vitest';
import { requestedCosts } from '#testing/fast-argon2.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password matches its own hash only, and never a missing hash', async () => {
  const stored = await hashPassword('correct-Horse1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$/);
  expect(await hashPassword('correct-Horse1')).not.toBe(stored);
  expect(await verifyPassword(stored, 'correct-Horse1')).toBe(true);
  expect(await verifyPassword(stored, 'correct-Horse2')).toBe(false);
  expect(await verifyPassword(null, 'correct-Horse1')).toBe(false);
  expect(await verifyPassword('no hash', 'correct-Horse1')).toBe(false);
});

test('hashing costs 64 MiB and three passes outside of tests', async () => {
  await hashPassword('correct-Horse1');
  expect(requestedCosts.at(-1)).toEqual({ memoryCost: 65_536, timeCost: 3, parallelism: 1 });
});
