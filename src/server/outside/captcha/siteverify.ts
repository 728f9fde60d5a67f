import { z } from 'zod/mini';
import { type CaptchaProvider, captchaAction } from '#domain/booking/captcha-providers.ts';
import type { CaptchaConfig } from '../../config/captcha-config.ts';
import { type CallLog, type HttpClient, parseResponse } from '../http-client.ts';
import type { Captcha, CaptchaVerdict, CaptchaWidget } from './captcha.ts';

interface Addresses {
  script: string;
  check: string;
  /** Paths below `CAPTCHA_API_BASE`. */
  scriptPath: string;
  checkPath: string;
  hosts: CaptchaWidget['hosts'];
}

const cloudflare = ['https://challenges.cloudflare.com'];
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
const google = ['https://www.google.com/recaptcha/'];

/**
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/, https://docs.hcaptcha.com/,
 * https://developers.google.com/recaptcha/docs/verify
 */
const addresses: Readonly<Record<CaptchaProvider, Addresses>> = {
  turnstile: {
    script: 'https://challenges.cloudflare.com',
    scriptPath: '/turnstile/v0/api.js?render=explicit',
    check: 'https://challenges.cloudflare.com',
    checkPath: '/turnstile/v0/siteverify',
    hosts: { script: cloudflare, frame: cloudflare, connect: cloudflare },
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com',
    scriptPath: '/1/api.js?render=explicit&recaptchacompat=off',
    check: 'https://api.hcaptcha.com',
    checkPath: '/siteverify',
    hosts: { script: hcaptcha, frame: hcaptcha, connect: hcaptcha, insertsStyles: true },
  },
  recaptcha: {
    script: 'https://www.google.com',
    scriptPath: '/recaptcha/api.js?render=explicit',
    check: 'https://www.google.com',
    checkPath: '/recaptcha/api/siteverify',
    hosts: {
      script: [...google, 'https://www.gstatic.com/recaptcha/'],
      frame: [...google, 'https://recaptcha.google.com/recaptcha/'],
      connect: google,
      insertsStyles: true,
    },
  },
};

const answer = z.object({
  success: z.boolean(),
  hostname: z.optional(z.nullable(z.string())),
  action: z.optional(z.nullable(z.string())),
  'error-codes': z.optional(z.array(z.string())),
});

/**
 * Errors of our keys or the service itself. All others are the visitor's: the token is missing, malformed, made up, too
 * old, or was used before. What is unknown is refused as well, so that no token gets around the check.
 */
const errorsOfService = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'not-using-dummy-passcode',
  'internal-error',
]);

interface Options {
  config: CaptchaConfig & { keys: NonNullable<CaptchaConfig['keys']> };
  /** The host of our pages. A token of another site is refused. */
  hostname: string;
  http: HttpClient;
  log: CallLog;
}

/** Checks visitors with one of three services, whose `siteverify` takes and returns nearly the same. */
export function siteverifyCaptcha({ config, hostname, http, log }: Options): Captcha {
  const { provider, keys, apiBase } = config;
  const known = addresses[provider];
  const own = apiBase === null ? null : [new URL(apiBase).origin];
  const ask = async (token: string, ip: string) => {
    const fields = { secret: keys.secret, response: token, remoteip: ip };
    const sent = provider === 'hcaptcha' ? { ...fields, sitekey: keys.site } : fields;
    const response = await http.send({
      ...{ provider, credential: 'platform', method: 'POST', kind: 'read' },
      url: `${apiBase ?? known.check}${known.checkPath}`,
      template: known.checkPath,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(sent).toString(),
      // The second question about a token is answered as a duplicate.
      isRepeatable: false,
    });
    return parseResponse(response.text, answer);
  };
  const judge = (given: z.infer<typeof answer>): CaptchaVerdict => {
    const codes = given['error-codes'] ?? [];
    if (!given.success) {
      if (!codes.some((code) => errorsOfService.has(code))) return 'refused';
      log.warn({ provider, codes }, 'visitors can’t be checked: see the keys');
      return 'unavailable';
    }
    // hCaptcha may keep the host to itself.
    const host = given.hostname ?? 'not-provided';
    const isOurs = host === hostname || (provider === 'hcaptcha' && host === 'not-provided');
    const isForBooking = provider !== 'turnstile' || given.action === captchaAction;
    if (isOurs && isForBooking) return 'passed';
    log.warn({ provider, host, action: given.action }, 'a token of another page was refused');
    return 'refused';
  };
  return {
    widget: {
      provider,
      siteKey: keys.site,
      script: `${apiBase ?? known.script}${known.scriptPath}`,
      hosts: own ? { ...known.hosts, script: own, frame: own, connect: own } : known.hosts,
    },
    async verify(token, ip) {
      try {
        return judge(await ask(token, ip));
      } catch (error) {
        log.warn({ provider, problem: (error as Error).message }, 'visitors can’t be checked');
        return 'unavailable';
      }
    },
  };
}
