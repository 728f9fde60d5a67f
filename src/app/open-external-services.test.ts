import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
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
