import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokenSentences } from './check-floors.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gable-floors-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function plant(file: string, text: string): void {
  const path = join(root, 'src', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const down = 'Down, never up';
const doors = 'Enter a room by its doors';
const sides = 'Screens never see the server';
const pure = 'The domain is pure';

/** from, what it imports, the sentence it breaks */
const forbidden: [string, string, string][] = [
  ['domain/a.ts', '#wire/errors.ts', down],
  ['domain/a.ts', 'node:fs', pure],
  ['domain/a.ts', 'zod/mini', pure],
  ['domain/a.ts', 'temporal-polyfill', pure],
  ['wire/a.ts', '#server/ids.ts', down],
  ['wire/a.ts', '../web/api.ts', down],
  ['server/a.ts', '#web/api.ts', sides],
  ['server/a.ts', '#features/auth/contract.ts', down],
  ['server/a.ts', '#app/rooms.ts', down],
  ['web/a.tsx', '#server/ids.ts', sides],
  ['web/a.tsx', '#features/auth/screens/x.tsx', down],
  ['simulators/smtp/a.ts', '#domain/base/money.ts', 'Simulators import nothing of ours'],
  ['features/people/contract.ts', '#server/ids.ts', sides],
  ['features/people/contract.ts', '#web/api.ts', sides],
  ['features/people/contract.ts', './create-client.ts', sides],
  ['features/people/present.ts', './store.ts', sides],
  ['features/people/create-client.ts', './people-for-tests.ts', 'What is for tests stays in tests'],
  ['features/people/create-client.ts', '#web/api.ts', sides],
  ['features/people/create-client.ts', './screens/clients-page.tsx', sides],
  ['features/people/create-client.ts', '#features/messages/store.ts', doors],
  ['features/people/create-client.ts', '#features/messages/present.ts', doors],
  ['features/people/create-client.ts', '#features/messages/send.job.ts', doors],
  ['features/people/create-client.ts', '#features/messages/listeners.ts', doors],
  ['features/people/create-client.ts', '#features/appointments/book-appointment.ts', down],
  ['features/people/contract.ts', '#features/appointments/contract.ts', down],
  ['features/people/store.ts', '#testing/database.ts', down],
  ['features/people/screens/clients-page.tsx', '#server/ids.ts', sides],
  ['features/people/screens/clients-page.tsx', '../store.ts', sides],
  ['features/people/screens/clients-page.tsx', '../create-client.ts', sides],
  ['features/people/screens/clients-page.tsx', '#features/company/screens/settings-page.tsx', doors],
  ['features/people/screens/clients-page.tsx', '#features/appointments/screens/slot-picker.tsx', down],
  ['features/people/screens/clients-page.tsx', '#app/app.tsx', down],
  ['server/a.ts', './ids', 'with its extension'],
];

test.each(forbidden)('%s may not import %s', (from, target, sentence) => {
  plant(from, `/** A file. */\nimport { x } from '${target}';\n`);
  const [problem, ...others] = brokenSentences(root);
  expect(problem).toMatchObject({ file: `src/${from}`, line: 2 });
  expect(problem?.sentence).toContain(sentence);
  expect(others).toEqual([]);
});

test.each([
  ['import type { X } from', 2],
  ['export { x } from', 2],
  ['import\n  {\n  x,\n  y as z }\nfrom', 2],
  ['const load = () => import(', 2],
  ['import', 2],
])('%j is seen as an import', (words) => {
  plant('domain/a.ts', `\n${words} '#server/ids.ts'${words.endsWith('(') ? ')' : ''};\n`);
  expect(brokenSentences(root)).toHaveLength(1);
});

test('what is allowed is not reported', () => {
  const allowed: [string, string[]][] = [
    ['domain/base/time.ts', ['temporal-polyfill/fns/Instant', './money.ts']],
    ['wire/route.ts', ['#domain/people/permissions.ts', 'zod/mini']],
    ['server/db/connect.ts', ['../ids.ts', '#wire/errors.ts', 'pg']],
    ['web/ui/form.tsx', ['../api.ts', '#domain/base/money.ts', 'react']],
    [
      'features/people/contract.ts',
      ['#wire/route.ts', '#domain/people/people.ts', '#features/company/contract.ts'],
    ],
    ['features/people/present.ts', ['./contract.ts']],
    [
      'features/people/create-client.ts',
      ['./store.ts', '#features/messages/send-message.ts', '#server/ids.ts'],
    ],
    ['features/people/store.ts', ['./present.ts', '#server/db/scope.ts']],
    ['features/people/screens/clients-page.tsx', ['../contract.ts', './parts/row.tsx', '#web/api.ts']],
    [
      'features/people/screens/agent-page.tsx',
      ['#features/company/contract.ts', '#features/company/screens/zone-picker.tsx'],
    ],
    ['features/people/people.test.ts', ['#testing/house.ts', '#app/rooms.ts', '#features/admin/store.ts']],
    [
      'app/rooms.ts',
      [
        '#features/people/routes.ts',
        '#features/people/listeners.ts',
        '#server/http.ts',
        '#simulators/smtp/a.ts',
      ],
    ],
    ['testing/house.ts', ['#app/rooms.ts', '#features/people/store.ts']],
  ];
  for (const [file, targets] of allowed)
    plant(file, targets.map((target) => `import '${target}';`).join('\n'));
  expect(brokenSentences(root)).toEqual([]);
});

test('a presenter may name types of its own room, and nothing more', () => {
  plant('features/people/present.ts', "import type { Row } from './store.ts';\n");
  expect(brokenSentences(root)).toEqual([]);
  plant(
    'features/people/present.ts',
    "import type { Row } from '#features/messages/store.ts';\nimport { x, type Y } from './store.ts';",
  );
  expect(brokenSentences(root).map((problem) => problem.line)).toEqual([1, 2]);
});

test('names: kebab-case, no barrels, rooms from the list', () => {
  plant('web/BadName.tsx', '');
  plant('web/ui/index.ts', '');
  plant('features/garage/contract.ts', '');
  expect(brokenSentences(root).map((problem) => problem.sentence)).toEqual([
    expect.stringContaining('A room has its place'),
    expect.stringContaining('kebab-case'),
    expect.stringContaining('No barrels'),
  ]);
});

test('habits: the clock and the environment have one place each', () => {
  plant(
    'server/a.ts',
    '// new Date() in a comment\nconst t = Date.now();\nconst d = new Date();\nconst e = process.env.X;\n',
  );
  plant('server/clock.ts', 'new Date()');
  plant('server/config.ts', 'process.env');
  expect(brokenSentences(root).map((problem) => problem.line)).toEqual([2, 3, 4]);
});
