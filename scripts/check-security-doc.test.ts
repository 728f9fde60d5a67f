import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** The levels of the requirements of each section of ASVS 5.0.0, in order: 6.5.3 is the third digit of '6.5'. */
const levels: Record<string, string> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};
const required = Object.entries(levels).flatMap(([section, digits]) =>
  [...digits].flatMap((level, index) => (level === '3' ? [] : [{ id: `${section}.${index + 1}`, level }])),
);

const doc = readFileSync('docs/security.md', 'utf8');
const [answered = '', excluded = ''] = (doc.split('## Requirements')[1] ?? '').split('## Does not apply');
const rows = answered
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, id = '', level = '', , state = '', how = '', tests = '']) => ({ id, level, state, how, tests }));
const idsIn = (text: string) => text.match(/\b\d+\.\d+\.\d+\b/g) ?? [];
const notApplied = excluded
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .flatMap((line) => idsIn(line.split('|')[1] ?? ''));

test('all requirements of levels 1 and 2 are known', () => {
  expect(required.filter(({ level }) => level === '1')).toHaveLength(70);
  expect(required).toHaveLength(253);
});

test('each requirement appears exactly once, with its level', () => {
  const all = [...rows.map(({ id }) => id), ...notApplied];
  expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
  expect(all.sort()).toEqual(required.map(({ id }) => id).sort());
  const levelOf = new Map(required.map(({ id, level }) => [id, level]));
  expect(rows.filter(({ id, level }) => levelOf.get(id) !== level)).toEqual([]);
});

test('every state is one of four, and the sums at the top are those of the table', () => {
  const states = ['met', 'partly', 'operator', 'open'];
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
  const sums = states.map((state) => rows.filter((row) => row.state === state).length);
  const [intro = ''] = doc.split('## What is open');
  expect(
    [...intro.matchAll(/(\d+) (?:are met|partly|depend|are open|do not)/g)].map(([, sum]) => Number(sum)),
  ).toEqual([...sums, notApplied.length].map(Number));
});

test('every requirement that is open or partly met says what is missing, and names no test it does not have', () => {
  for (const { id, state, how, tests } of rows) {
    expect([id, how.length > 3, tests.length > 0]).toEqual([id, true, true]);
    if (state === 'open' || state === 'operator') expect([id, tests]).toEqual([id, '—']);
  }
});

test.each(['docs/security.md', 'docs/threat-model.md', 'SECURITY.md'])(
  'every file that %s names exists',
  (name) => {
    const text = readFileSync(name, 'utf8');
    const files = [...text.matchAll(/`((?:src|scripts|e2e|migrations|docs)\/[\w./-]+\.\w+)`/g)].map(
      ([, file]) => file ?? '',
    );
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) =>
      join(dirname(name), path ?? ''),
    );
    expect([...files, ...links].filter((file) => !existsSync(file))).toEqual([]);
    expect(files.length + links.length).toBeGreaterThan(1);
  },
);

test('the tests in the table are tests', () => {
  const named = rows.flatMap(({ tests }) => [...tests.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''));
  expect(named.filter((file) => !/\.(test|spec)\.(ts|tsx|mjs)$/.test(file))).toEqual([]);
  expect(named.length).toBeGreaterThan(150);
});
