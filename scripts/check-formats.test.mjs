import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFormats, unusedExceptions } from './check-formats.mjs';

const folders = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function formatsIn(files) {
  const folder = mkdtempSync(join(tmpdir(), 'gable-formats-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return findFormats(folder).map(({ file, line, what }) => `${file}:${line} ${what}`);
}

test.each([
  ['new Intl.DateTimeFormat(lang)', 'Intl formatter'],
  ['Intl.NumberFormat(lang)', 'Intl formatter'],
  ['n.toLocaleString()', 'toLocaleString'],
  ["d.toLocaleTimeString('en')", 'toLocaleString'],
  ["dayjs(at).format('h:mm A')", 'library format'],
  ["formatDate(at, zone, 'hh:mm A')", 'fixed notation'],
  ['<TextInput type="time" />', 'native date or time input'],
])('finds %s', (code, what) => {
  expect(formatsIn({ 'src/web/a.tsx': `const x = 1;\n${code};\n` })).toEqual([`src/web/a.tsx:2 ${what}`]);
});

test('allows the formatter, tests and other words', () => {
  const files = {
    'src/domain/base/formatter.ts': 'new Intl.DateTimeFormat(locale)',
    'src/web/a.test.ts': 'n.toLocaleString()',
    'src/web/b.ts': "new Intl.PluralRules(lang); format.date(at); const row = { type: 'person' };",
  };
  expect(formatsIn(files)).toEqual([]);
});

test('the project writes nothing outside of the formatter, and needs every exception', () => {
  expect([findFormats(), unusedExceptions()]).toEqual([[], []]);
});
