import { expect, test } from 'vitest';
import { newId, newPublicId, newToken, sha256Hex } from './ids.ts';

test('ids sort in the order they were created', () => {
  const ids = Array.from({ length: 1000 }, newId);
  expect([...ids].sort()).toEqual(ids);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('public ids and tokens are URL-safe and long enough', () => {
  expect(newPublicId()).toMatch(/^[\w-]{24}$/);
  expect(newToken()).toMatch(/^[\w-]{43}$/);
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
