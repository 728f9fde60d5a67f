import { expect, test } from 'vitest';
import { slowReading } from '#testing/slow-growth.ts';
import { cleanEmail, cleanFilename, cleanLine, cleanText } from './clean.ts';

test.each([
  ['  Ann\tLee ', 'Ann Lee'],
  ['Ann\r\nLee', 'Ann Lee'],
  ['Ann\u2028Lee', 'Ann Lee'],
  ['gpj.\u202eexe', 'gpj.exe'],
  ['A\u200bn\u2066n\u2069\ufeff', 'Ann'],
  ['bell\u0007 esc\u001b del\u007f nul\u0000', 'bell esc del nul'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['half \ud83d', 'half'],
  ['a\u200db', 'ab'],
  ['\u200d\u200cAnn', 'Ann'],
  // Meant: a Persian word, a Devanagari conjunct, families, flags and skin tones.
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['👩\u200d👩\u200d👧', '👩\u200d👩\u200d👧'],
  [
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
  ['x\u{e0041}y', 'xy'],
  ['O’Brien-Łukasz 王小明 สมชาย', 'O’Brien-Łukasz 王小明 สมชาย'],
])('one line %j is %j', (text, expected) => {
  expect(cleanLine(text)).toBe(expected);
  // Cleaning again changes nothing.
  expect(cleanLine(expected)).toBe(expected);
});

test('several lines keep their line breaks, and only these', () => {
  expect(cleanText(' one\r\ntwo\rthree\u2028four\tfive\u000bsix\u0007 \n')).toBe(
    'one\ntwo\nthree\nfour five six',
  );
});

test('an address has nothing invisible in it', () => {
  expect(cleanEmail(' Ann\u200b@Mail.\u202eExample\u200d ')).toBe('ann@mail.example');
  expect(cleanEmail('a b@c.de')).toBe('a b@c.de');
});

test('a file name has no folders, and keeps its ending when cut', () => {
  expect(cleanFilename('C:\\Users\\ann\\plan.pdf')).toBe('plan.pdf');
  expect(cleanFilename('../../etc/pass\u202ewd')).toBe('passwd');
  expect(cleanFilename(`${'ü'.repeat(300)}.jpeg`)).toBe(`${'ü'.repeat(195)}.jpeg`);
});

test('reads 200 kB of hostile text in linear time', () => {
  for (const sign of ['\u200d', '\u202e', ' ', '\t', '\u{e0041}', '🏴', 'a', '.']) {
    for (const read of [cleanLine, cleanFilename])
      expect(slowReading(read, sign.repeat(200_000 / sign.length)), sign).toBeNull();
  }
});
