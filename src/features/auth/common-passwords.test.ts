import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password',
  'Passw0rd!',
  'P4ssw0rd2026',
  'P@$$w0rd!!',
  '$unsh1ne',
  'Summer2026!',
  'Dr4gon99',
  '123football',
  'Insp3ction2026',
])('%s is a common password, whatever is replaced or added', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each([
  'correct horse battery',
  'Correct-Horse1',
  'demo-Passw0rd',
  'summer rain falls',
  'dragon83650172946',
  'dragonfly lantern',
  '7%kQ2!mZ',
  'Wohnzimmerlampe 3',
  'le chat dort bien',
])('%s is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
