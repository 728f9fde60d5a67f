import { expect, test } from 'vitest';
import { captchaProviders } from '#domain/booking/captcha-providers.ts';
import { startCaptchaSimulator } from '#simulators/captcha/captcha-simulator.ts';
import { systemClock } from '../../clock.ts';
import { openCaptcha } from './open-captcha.ts';

const log = { info: () => undefined, warn: () => undefined };
const parts = { publicUrl: 'https://book.example', clock: systemClock, log };

test.each(captchaProviders)('%s says who is a person, once for each token', async (provider) => {
  const sim = await startCaptchaSimulator({ provider });
  const config = { provider, keys: sim.keys, apiBase: sim.url };
  const captcha = openCaptcha({ ...parts, config });
  const token = sim.issue('book.example');
  const verdicts = [];
  for (const sent of [token, token, 'made-up', 'mal formed', '', sim.issue('evil.example')])
    verdicts.push(await captcha?.verify(sent, '203.0.113.7'));
  expect(verdicts).toEqual(['passed', ...Array<string>(5).fill('refused')]);
  const wrongKeys = { ...config, keys: { ...sim.keys, secret: 'wrong-secret' } };
  expect(await openCaptcha({ ...parts, config: wrongKeys })?.verify(sim.issue('book.example'), '')).toBe(
    'unavailable',
  );
  await sim.stop();
  expect(await captcha?.verify(sim.issue('book.example'), '')).toBe('unavailable');
});

test.each([
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'],
  ['hcaptcha', 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off'],
  ['recaptcha', 'https://www.google.com/recaptcha/api.js?render=explicit'],
] as const)('%s is loaded from its own host', (provider, script) => {
  const config = { provider, keys: { site: 'site-key', secret: 'secret-key' }, apiBase: null };
  const widget = openCaptcha({ ...parts, config })?.widget;
  expect(widget).toMatchObject({ script, siteKey: 'site-key' });
  expect(JSON.stringify(widget)).not.toContain('secret-key');
});

test('without keys no one is checked', () => {
  expect(openCaptcha({ ...parts, config: null })).toBeNull();
});
