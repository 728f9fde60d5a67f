import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync('src/**/*.{ts,tsx}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$|-for-tests\.|^src\/(testing|simulators)\//.test(file));
const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test('finds the sources', () => {
  expect(files.length).toBeGreaterThan(1000);
});

test('no text becomes code', () => {
  expect(
    filesWith(/\beval\(|new Function\(|\.(innerHTML|outerHTML) ?=|insertAdjacentHTML|document\.write\(/),
  ).toEqual([]);
});

test('HTML is inserted only where the server wrote it from a tree of known nodes', () => {
  expect(filesWith(/dangerouslySetInnerHTML/).sort()).toEqual([
    'src/features/agreements/screens/agreement-body.tsx',
    'src/features/agreements/screens/library/text-dialogs.tsx',
    'src/features/automations/screens/wizard/merged-preview.tsx',
    'src/features/booking/screens/done-panel.tsx',
    'src/features/company/screens/profile-view.tsx',
  ]);
});

test('certificates are always verified', () => {
  expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/)).toEqual([]);
});

test('nothing that must not be guessed comes from Math.random', () => {
  // Pauses between attempts only.
  expect(filesWith(/Math\.random/).sort()).toEqual([
    'src/features/automations/webhooks/deliver-webhook.job.ts',
    'src/server/db/connect.ts',
    'src/server/db/key-locks.ts',
    'src/server/outside/http-client.ts',
    'src/web/api.ts',
  ]);
});

test('commands run without a shell', () => {
  expect(filesWith(/\bexec(Sync)?\(['"`$]|shell: true/)).toEqual([]);
});

test('a link into a new tab gives it no access to ours', () => {
  const loose = sources.filter(({ text }) =>
    [...text.matchAll(/target(=|: )['"]_blank['"]/g)].some(
      ({ index }) =>
        !/rel(=|: )['"](noopener|noreferrer)/.test(text.slice(Math.max(0, index - 200), index + 200)),
    ),
  );
  expect(loose.map(({ file }) => file)).toEqual([]);
});
