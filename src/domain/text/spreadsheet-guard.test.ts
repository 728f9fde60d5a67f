import { expect, test } from 'vitest';
import { seededRandom } from '#testing/seeded-random.ts';
import { guardCell, withoutGuard } from './spreadsheet-guard.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['−1', "'−1"],
  ['\t=1', "'\t=1"],
  ['  =1', "'  =1"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ["'=1", "''=1"],
  ['\n', "'\n"],
  ['Ann', 'Ann'],
  ['1-2', '1-2'],
  ['王小明', '王小明'],
  ['', ''],
])('%j is exported as %j', (text, cell) => {
  expect(guardCell(text)).toBe(cell);
  expect(withoutGuard(cell)).toBe(text);
});

test('a cell of another program is read as it is', () => {
  expect(withoutGuard("'tis")).toBe("'tis");
  expect(withoutGuard('=1')).toBe('=1');
});

test('every text comes back from export and import as it was', () => {
  const random = seededRandom(3);
  const signs = [
    "'",
    '=',
    '+',
    '-',
    '@',
    '＝',
    ' ',
    '\t',
    '\n',
    '\u200b',
    'a',
    '王',
    '"',
    ',',
    ';',
    '|',
    '%',
  ];
  for (let run = 0; run < 5000; run += 1) {
    const text = Array.from(
      { length: Math.floor(random() * 6) },
      () => signs[Math.floor(random() * signs.length)],
    ).join('');
    expect(withoutGuard(guardCell(text))).toBe(text);
  }
});
