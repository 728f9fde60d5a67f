import { expect, test } from 'vitest';
import { isPermissive, licenseProblems } from './check-licenses.mjs';

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND Zlib)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['GPL-3.0-only', false],
  ['unknown', false],
])('%s', (expression, allowed) => expect(isPermissive(expression)).toBe(allowed));

test('all shipped packages are permissive or an exception with a reason', () => {
  expect(licenseProblems()).toEqual([]);
});
