import { expect, test } from 'vitest';
import { slowReading } from '#testing/slow-growth.ts';
import { readCsv } from './read-csv.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const cells = (read: ReturnType<typeof readCsv>) => read.table?.rows.map((row) => row.cells);

test.each<[string, Uint8Array, string[][]]>([
  ['commas', bytes('a,b\n1,2'), [['1', '2']]],
  ['semicolons', bytes('a;b\r\n1,5;2'), [['1,5', '2']]],
  ['tabs', bytes('a\tb\n1\t2'), [['1', '2']]],
  ['the separator declared in the first line', bytes('sep=;\r\na;b\r\n1,5;2'), [['1,5', '2']]],
  ['quotes and line breaks in cells', bytes('a,b\n"x ""y"" z","1\n2"'), [['x "y" z', '1\n2']]],
  ['a UTF-8 byte order mark', bytes('\uFEFFa,b\n1,2'), [['1', '2']]],
  ['emoji', bytes('a,b\n🏠 Zoë,2'), [['🏠 Zoë', '2']]],
  ['Latin-1', latin1('a;b\nK\u00f6ln;\u00df'), [['Köln', 'ß']]],
  ['UTF-16', new Uint8Array(Buffer.from('\uFEFFa,b\nKöln,2', 'utf16le')), [['Köln', '2']]],
  [
    'short and long rows',
    bytes('a,b\n1\n1,2,3'),
    [
      ['1', ''],
      ['1', '2'],
    ],
  ],
])('reads %s', (_what, given, expected) => {
  const read = readCsv(given, 10);
  expect(read.table?.headers).toEqual(['a', 'b']);
  expect(cells(read)).toEqual(expected);
});

test('refuses NUL, as every other input does', () => {
  const problem = 'The text contains a character that can’t be stored';
  const { table } = readCsv(bytes('a,b\n1\0,2\n3,4'), 10);
  expect(table?.rows.map((row) => row.problem)).toEqual([problem, null]);
  expect(readCsv(bytes('a\0,b\n1,2'), 10).problem).toBe(problem);
});

test('two columns of one name stay two', () => {
  const { table } = readCsv(bytes('Phone,Phone,,Phone (2),Phone\n1,2,3,4,5'), 10);
  expect(table?.headers).toEqual(['Phone', 'Phone (2)', '', 'Phone (2) (2)', 'Phone (3)']);
  expect(table?.rows[0]?.cells).toEqual(['1', '2', '3', '4', '5']);
});

test('counts rows as a spreadsheet does, including blank ones', () => {
  expect(readCsv(bytes('a,b\n\n1,2\n,\n3,4\n'), 10).table?.rows.map((row) => row.row)).toEqual([3, 5]);
});

test('reports an unclosed quotation mark as a problem of its row, not of the file', () => {
  const rows = readCsv(bytes('a,b\n1,2\n"3,4\n'), 10).table?.rows ?? [];
  expect(rows.map((row) => row.problem)).toEqual([null, 'This row has an unclosed quotation mark']);
});

test.each([
  ['', 'The file is empty'],
  [',,\n1,2,3', 'The first row must contain the column names'],
  ['a,b\n', 'The file has no rows below the header'],
  ['a\n1\n2\n3\n', 'The file has more than 5,000 rows. Split it into smaller files.'],
])('rejects %j: %s', (text, problem) => {
  expect(readCsv(bytes(text), 2)).toEqual({ table: null, problem });
});

test('reads 200,000 hostile bytes in linear time', () => {
  const of = (piece: string) => piece.repeat(200_000 / piece.length);
  const slow = [
    '"',
    '","',
    '"\n',
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    "'",
    '=',
    'a',
    '\ufeff',
    'sep=',
    '"a""',
  ].filter((piece) => {
    return slowReading((text) => readCsv(bytes(text), 5000), `a,b\n${of(piece)}`);
  });
  expect(slow).toEqual([]);
});

test('refuses more than 500 columns, however many rows follow', () => {
  const problem = 'The file has more than 500 columns. Remove those you don’t need.';
  expect(readCsv(bytes(`${'a,'.repeat(500)}a\n1`), 10).problem).toBe(problem);
  expect(readCsv(bytes(`${'a, jr, '.repeat(200_000)}\n1`), 10).problem).toBe(problem);
  const most = readCsv(bytes(`${'a,'.repeat(499)}a\n1`), 10).table?.headers ?? [];
  expect([most.length, new Set(most).size, most.at(-1)]).toEqual([500, 500, 'a (500)']);
});

test.each([
  ['blank rows', `${'a,'.repeat(499)}a\n`, '\n'],
  ['rows of separators', `${'a,'.repeat(499)}a\n`, ',,,,\n'],
  ['rows', 'a,b\n', '1,2\n'],
])('reads a megabyte of %s in linear time', (_what, head, row) => {
  const read = (text: string) => readCsv(bytes(text), 5000);
  expect(slowReading(read, head + row.repeat(1_000_000 / row.length))).toBeNull();
});

test.each([
  [
    'a million columns',
    `${'a,'.repeat(1_000_000)}\nb`,
    'The file has more than 500 columns. Remove those you don’t need.',
  ],
  [
    'a million rows',
    'x\n'.repeat(1_000_000),
    'The file has more than 5,000 rows. Split it into smaller files.',
  ],
])('%s are refused before the table is built', (_what, csv, problem) => {
  const start = process.cpuUsage();
  expect(readCsv(new TextEncoder().encode(csv), 5_000)).toEqual({ table: null, problem });
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(300);
});
