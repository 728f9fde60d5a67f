import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layerProblems } from './check-layers.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gable-layers-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function plant(file: string, text: string): void {
  const path = join(root, 'src', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const down = 'Down, never up';
const publicApi = 'Import another feature through its public API only';
const sides = 'Screens never see the server';
const group = 'Groups of a folder import lower groups only';
const pure = 'The domain is pure';

/** From, what it imports, the rule it breaks. */
const forbidden: [string, string, string][] = [
  ['domain/base/a.ts', '#wire/errors.ts', down],
  ['domain/base/a.ts', 'node:fs', pure],
  ['domain/base/a.ts', 'zod/mini', pure],
  ['domain/base/a.ts', 'temporal-polyfill', pure],
  ['wire/a.ts', '#server/ids.ts', down],
  ['wire/a.ts', '../web/api.ts', down],
  ['server/a.ts', '#web/api.ts', sides],
  ['server/a.ts', '#features/auth/contract.ts', down],
  ['server/a.ts', '#app/features.ts', down],
  ['web/a.tsx', '#server/ids.ts', sides],
  ['web/a.tsx', '#features/auth/screens/x.tsx', down],
  ['simulators/smtp/a.ts', '#domain/base/money.ts', 'Simulators import only simulators'],
  ['features/people/contract.ts', '#server/ids.ts', sides],
  ['features/people/contract.ts', '#web/api.ts', sides],
  ['features/people/contract.ts', './create-client.ts', sides],
  ['features/people/present.ts', './store.ts', sides],
  ['features/people/create-client.ts', './people-for-tests.ts', 'Only tests import'],
  ['features/people/create-client.ts', '#web/api.ts', sides],
  ['features/people/create-client.ts', './screens/clients-page.tsx', sides],
  ['features/people/create-client.ts', '#features/messages/store.ts', publicApi],
  ['features/people/create-client.ts', '#features/messages/outbox-store.ts', publicApi],
  ['features/people/create-client.ts', '#features/messages/present.ts', publicApi],
  ['features/people/create-client.ts', '#features/messages/send.job.ts', publicApi],
  ['features/people/create-client.ts', '#features/messages/listeners.ts', publicApi],
  ['features/people/create-client.ts', '#features/messages/outbox/queue-messages.ts', publicApi],
  ['features/people/create-client.ts', '#features/appointments/booking/book-appointment.ts', down],
  ['features/people/contract.ts', '#features/appointments/contract.ts', down],
  ['features/people/store.ts', '#testing/database.ts', down],
  ['features/people/screens/clients-page.tsx', '#server/ids.ts', sides],
  ['features/people/screens/clients-page.tsx', '../store.ts', sides],
  ['features/people/screens/clients-page.tsx', '../create-client.ts', sides],
  ['features/people/screens/clients-page.tsx', '#features/company/screens/settings-page.tsx', publicApi],
  ['features/people/screens/clients-page.tsx', '#features/appointments/screens/slot-picker.tsx', down],
  ['features/people/screens/clients-page.tsx', '#app/app.tsx', down],
  ['server/a.ts', './ids', 'include the file extension'],
  ['domain/base/a.ts', '../people/people.ts', group],
  ['web/ui/layout/a.tsx', '../table/b.tsx', group],
  ['features/reports/access/a.ts', '../pdf/b.ts', group],
  ['features/reports/store.ts', './pdf/b.ts', group],
  ['features/reports/screens/work/a.ts', '../editing/b.tsx', group],
];

test.each(forbidden)('%s may not import %s', (from, target, rule) => {
  plant(from, `/** A file. */\nimport { x } from '${target}';\n`);
  const [problem, ...others] = layerProblems(root);
  expect(problem).toMatchObject({ file: `src/${from}`, line: 2 });
  expect(problem?.rule).toContain(rule);
  expect(others).toEqual([]);
});

test.each([
  ['import type { X } from', 2],
  ['export { x } from', 2],
  ['import\n  {\n  x,\n  y as z }\nfrom', 2],
  ['const load = () => import(', 2],
  ['import', 2],
])('recognizes %j as an import', (words) => {
  plant('domain/base/a.ts', `\n${words} '#server/ids.ts'${words.endsWith('(') ? ')' : ''};\n`);
  expect(layerProblems(root)).toHaveLength(1);
});

test('reports nothing that is allowed', () => {
  const allowed: [string, string[]][] = [
    ['domain/base/time.ts', ['temporal-polyfill/fns/Instant', './money.ts']],
    ['wire/route.ts', ['#domain/people/permissions.ts', 'zod/mini']],
    ['server/db/connect.ts', ['../ids.ts', '#wire/errors.ts', 'pg']],
    ['web/ui/inputs/form.tsx', ['../../api.ts', '#domain/base/money.ts', 'react']],
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
    ['features/reports/routes.ts', ['./pdf/a.ts', './access/b.ts']],
    ['features/reports/pdf/a.ts', ['../access/b.ts', '../store.ts', './c.ts']],
    ['features/portal/a.ts', ['#features/reports/access/b.ts']],
    ['features/people/screens/clients-page.tsx', ['../contract.ts', './parts/row.tsx', '#web/api.ts']],
    [
      'features/people/screens/agent-page.tsx',
      [
        '#features/company/contract.ts',
        '#features/company/screens/zone-picker.tsx',
        '#features/company/screens/kit/fields.tsx',
      ],
    ],
    [
      'features/people/people.test.ts',
      ['#testing/test-app.ts', '#app/features.ts', '#features/admin/store.ts'],
    ],
    [
      'app/features.ts',
      [
        '#features/people/routes.ts',
        '#features/people/listeners.ts',
        '#server/http/http.ts',
        '#simulators/smtp/a.ts',
      ],
    ],
    ['testing/test-app.ts', ['#app/features.ts', '#features/people/store.ts']],
  ];
  for (const [file, targets] of allowed)
    plant(file, targets.map((target) => `import '${target}';`).join('\n'));
  expect(layerProblems(root)).toEqual([]);
});

test('a presenter may import types of its own feature, and nothing else', () => {
  plant('features/people/present.ts', "import type { Row } from './store.ts';\n");
  expect(layerProblems(root)).toEqual([]);
  plant(
    'features/people/present.ts',
    "import type { Row } from '#features/messages/store.ts';\nimport { x, type Y } from './store.ts';",
  );
  expect(layerProblems(root).map((problem) => problem.line)).toEqual([1, 2]);
});

test('names: kebab-case, no barrels, features from the list', () => {
  plant('web/BadName.tsx', '');
  plant('web/ui/index.ts', '');
  plant('features/garage/contract.ts', '');
  expect(layerProblems(root).map((problem) => problem.rule)).toEqual([
    expect.stringContaining('Every feature has a place'),
    expect.stringContaining('kebab-case'),
    expect.stringContaining('No barrels'),
  ]);
});

test('only the listed files declare the platform scope', () => {
  plant('features/auth/contract.ts', "export const a = { scope: 'platform' };");
  plant('features/people/team-contract.ts', "export const a = { scope: 'platform' };");
  expect(layerProblems(root)).toEqual([]);
  plant('features/people/contract.ts', "export const a = { scope: 'platform' };");
  expect(layerProblems(root)).toMatchObject([{ file: 'src/features/people/contract.ts' }]);
});

test('habits: the clock and the environment have one place each', () => {
  plant(
    'server/a.ts',
    '// new Date() in a comment\nconst t = Date.now();\nconst d = new Date();\nconst e = process.env.X;\n',
  );
  plant('server/clock.ts', 'new Date()');
  plant('server/config/config.ts', 'process.env');
  expect(layerProblems(root).map((problem) => problem.line)).toEqual([2, 3, 4]);
});
