import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig, variables } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'gable-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SECRET_KEY = 'k'.repeat(40);

test('an empty environment means demo mode on the embedded database', () => {
  const config = readConfig({ DATA_DIR: folder });
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    demo: true,
    role: 'all',
    smtpUrl: null,
    s3: null,
    emailVerification: true,
    trustProxy: false,
  });
});

test.each([
  [{ HOST: '0.0.0.0' }],
  [{ HOST: '192.168.1.20', DEMO: '1' }],
  [{ PUBLIC_URL: 'https://inspections.example' }],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost.example' }],
])('refuses the published demo password where other computers reach the server: %o', (env) => {
  const own = { SECRET_KEY, DATA_DIR: folder };
  expect(() => readConfig({ ...own, ...env })).toThrow(/DEMO_PASSWORD: .*DEMO=0/);
  expect(readConfig({ ...own, ...env, DEMO_PASSWORD: 'something-Else9' })).toMatchObject({
    demo: true,
    isLocal: false,
  });
  expect(readConfig({ ...own, ...env, DEMO: '0' })).toMatchObject({ demo: false, isLocal: false });
});

test.each([
  [{}],
  [{ HOST: '127.0.0.2' }],
  [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }],
  [{ HOST: 'localhost', PUBLIC_URL: 'http://gable.localhost:3000' }],
])('starts the demo with its published password on this computer: %o', (env) => {
  expect(readConfig({ SECRET_KEY, DATA_DIR: folder, ...env })).toMatchObject({ demo: true, isLocal: true });
});

test('generates the secret once, stores it, and lets only its owner read it', () => {
  const data = join(folder, 'stored');
  const first = readConfig({ DATA_DIR: data }).secretKey;
  expect(first.length).toBeGreaterThanOrEqual(64);
  expect(readConfig({ DATA_DIR: data }).secretKey).toBe(first);
  expect(readFileSync(join(data, 'secret.key'), 'utf8')).toBe(first);
  expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('demo mode is off in production and with an external database unless requested', () => {
  const own = { SECRET_KEY, DATABASE_URL: 'postgres://u@localhost/g' };
  expect(readConfig({ SECRET_KEY, NODE_ENV: 'production' }).demo).toBe(false);
  expect(readConfig(own).demo).toBe(false);
  expect(readConfig({ ...own, DEMO: '1' }).demo).toBe(true);
  expect(readConfig({ SECRET_KEY, DEMO: 'off' }).demo).toBe(false);
});

test('reports all invalid variables at once and treats an empty one as unset', () => {
  const wrong = {
    PORT: '70000',
    ROLE: 'boss',
    DEMO: 'maybe',
    DATABASE_URL: 'mysql://x',
    HOST: '',
    SECRET_KEY: 'short',
  };
  expect(() => readConfig(wrong)).toThrow(ConfigError);
  expect(() => readConfig(wrong)).toThrow(
    /PORT: .*\n.*DATABASE_URL: .*\n.*SECRET_KEY: .*\n.*DEMO: .*\n.*ROLE: /,
  );
  expect(() => readConfig(wrong)).not.toThrow(/HOST/);
});

test('requires variables that depend on each other', () => {
  expect(() => readConfig({ SECRET_KEY, S3_BUCKET: 'b' })).toThrow(
    /S3_ACCESS_KEY_ID[\s\S]*S3_SECRET_ACCESS_KEY/,
  );
  expect(() => readConfig({ ROLE: 'web', DATABASE_URL: 'postgres://u@localhost/g' })).toThrow(/SECRET_KEY/);
});

test('trusts no proxy, a number of them, every one or a list', () => {
  expect(readConfig({ SECRET_KEY, TRUST_PROXY: '0' }).trustProxy).toBe(false);
  expect(readConfig({ SECRET_KEY, TRUST_PROXY: '1' }).trustProxy).toBe(1);
  expect(readConfig({ SECRET_KEY, TRUST_PROXY: 'true' }).trustProxy).toBe(true);
  expect(readConfig({ SECRET_KEY, TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' }).trustProxy).toEqual([
    '10.0.0.0/8',
    '127.0.0.1',
  ]);
});

test('docs/configuration.md documents exactly the variables that exist', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
  const [ours = ''] = text.split('## Only for tests and benchmarks');
  const documented = namesIn(ours);
  expect(documented.sort()).toEqual(Object.keys(variables.shape).sort());
});

test('documents the variables that tests, scripts and benchmarks read', () => {
  const root = join(import.meta.dirname, '../../..');
  const text = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  const read = ['src/testing', 'e2e', 'scripts', 'bench', '.'].flatMap((folder) =>
    readdirSync(join(root, folder), { encoding: 'utf8', recursive: folder !== '.' })
      .filter((name) => /\.(m?ts|mjs)$/.test(name))
      .flatMap((name) => [
        ...readFileSync(join(root, folder, name), 'utf8').matchAll(
          /process\.env\.((?:GABLE|BENCH)_\w+|CHROMIUM)/g,
        ),
      ])
      .map((match) => match[1] ?? ''),
  );
  const documented = namesIn(text.split('## Only for tests and benchmarks')[1] ?? '');
  expect(documented.sort()).toEqual([...new Set(read)].sort());
});

function namesIn(text: string): string[] {
  return [...text.matchAll(/^\| `([A-Z0-9_]+)` *\|/gm)].map((match) => match[1] ?? '');
}

test('gateway addresses are configurable, and an invalid one stops the start and is named', () => {
  const read = (env: Record<string, string>) => readConfig({ SECRET_KEY: 'x'.repeat(32), ...env });
  expect(read({}).gateways).toMatchObject({ defaultMode: 'simulator', bases: { stripe: null } });
  expect(read({ DEMO: '0' }).gateways.defaultMode).toBe('disconnected');
  expect(read({ SQUARE_API_BASE: 'http://127.0.0.1:9/sq/' }).gateways.bases.square).toBe(
    'http://127.0.0.1:9/sq',
  );
  const wrong: Record<string, string>[] = [
    { STRIPE_API_BASE: 'http://127.0.0.1:9/stripe' },
    { PAYPAL_API_BASE: 'paypal' },
    { FORTIS_API_BASE: 'https://user:pw@host' },
    { ANET_API_BASE: 'http://host', NODE_ENV: 'production' },
    { INTEGRATIONS_DEFAULT_MODE: 'simulator', DEMO: '0' },
    { SIM_PORT_BASE: '80' },
    { ANET_PAGE_MINUTES: '0' },
    { FORTIS_LOOKUP_MINUTES: 'soon' },
  ];
  for (const env of wrong) {
    expect(() => read(env)).toThrow(Object.keys(env)[0]);
  }
});

test.each([
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['scanner.internal:3310', { host: 'scanner.internal', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('reads the address of the virus scanner: %s', (CLAMD_ADDRESS, scanner) => {
  expect(readConfig({ SECRET_KEY, DATA_DIR: folder, CLAMD_ADDRESS })).toMatchObject({ scanner });
});

test.each([['clamd'], ['127.0.0.1:0'], ['127.0.0.1:99999'], ['tcp://127.0.0.1:3310'], ['run/clamd.ctl']])(
  'refuses %s as the address of the virus scanner',
  (CLAMD_ADDRESS) => {
    expect(() => readConfig({ SECRET_KEY, DATA_DIR: folder, CLAMD_ADDRESS })).toThrow(
      /CLAMD_ADDRESS: must be/,
    );
  },
);
