import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { openExternalServices } from './open-external-services.ts';

test('holds mail without SMTP_URL and sends it with SMTP_URL', async () => {
  const env = { DEMO: '0', SECRET_KEY: 'a secret for tests, long enough for all' };
  const missing = async (more: Record<string, string>) => {
    const opened = await openExternalServices(readConfig({ ...env, ...more }), pino({ level: 'silent' }));
    await opened.close();
    return opened.outside.mail.missing;
  };
  expect(await missing({})).toBe('SMTP_URL is not set');
  expect(await missing({ SMTP_URL: 'smtp://127.0.0.1:1' })).toBeUndefined();
});

test('the simulated card form is reached where the app is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gable-sims-'));
  const env = { DEMO: '1', DEMO_PASSWORD: 'not the published one', DATA_DIR: folder };
  const formAt = async (more: Record<string, string>) => {
    const opened = await openExternalServices(readConfig({ ...env, ...more }), pino({ level: 'silent' }));
    await opened.close();
    return opened.outside.pay.hostsOf({ type: 5, mode: 'simulator' }).script.join(' ');
  };
  try {
    expect(await formAt({})).toContain('http://127.0.0.1:');
    const wide = { HOST: '0.0.0.0', PUBLIC_URL: 'http://office.example:3000' };
    expect(await formAt(wide)).toContain('http://office.example:');
    expect(await formAt({ ...wide, HOST: '127.0.0.1' })).toContain('http://127.0.0.1:');
  } finally {
    await rm(folder, { recursive: true });
  }
});
