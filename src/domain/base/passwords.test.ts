import { expect, test } from 'vitest';
import { passwordProblem } from './passwords.ts';

const own = ['olive.owner@quixby-homes.test', 'Olive', 'Dupré', 'Quixby Home Inspections'];

test.each([
  ['demo-Passw0rd', null],
  ['', 'missing'],
  ['short 1', 'short'],
  ['👍👍👍👍👍👍👍', 'short'],
  ['long enough 1 '.repeat(9).slice(0, 128), null],
  [`${'x1'.repeat(64)}!`, 'long'],
  ['only letters and spaces', null],
  ['        ', 'repeated'],
  ['aaaaAAAA', 'repeated'],
  ['a\u200baaaaaaa ', 'repeated'],
  ['ｑｗｅｒｔｙｕｉ', 'row'],
  [' qwerty\u2060uiop ', 'row'],
  ['12345678901234', 'row'],
  ['POIUYTREWQ', 'row'],
  ['qwertzuiopü', 'row'],
  ['azertyuiop', 'row'],
  ['abababab', 'repeated'],
  ['abcabcabc', 'repeated'],
  ['aaaaaaa1', 'repeated'],
  ['1-hahahaha', 'repeated'],
  ['abcdefgh', 'row'],
  ['12345678a', 'row'],
  ['Qwertz-99', 'row'],
  ['!@#$%^&*', 'row'],
  ['zyxwvuts', 'row'],
  ['murmur of 7 owls', null],
  ['asdf lamps go', null],
  ['x7asdf!Q', null],
  ['tyre 456 rope', null],
  ['olive.owner@quixby-homes.test', 'own'],
  ['Olive.Owner', 'own'],
  ['Olive2030', 'own'],
  ['DUPRE!!!!', 'own'],
  ['quixbyquixby', 'own'],
  ['Quixby-Home Inspections!', 'own'],
  ['inspections1', 'own'],
  ['olives and bread', null],
  ['my quixby horse', null],
])('judges the new password %j: %s', (password, problem) => {
  expect(passwordProblem(password, own)).toBe(problem);
});

test('ignores names that are too short to matter', () => {
  expect(passwordProblem('leeward12', ['Lee', 'B', ''])).toBeNull();
});
