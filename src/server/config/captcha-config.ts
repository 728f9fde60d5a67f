import { z } from 'zod/mini';
import { type CaptchaProvider, captchaProviders } from '#domain/booking/captcha-providers.ts';
import { isBaseUrl } from './gateway-config.ts';

/** The check of visitors, created with the rest of the configuration. */
export interface CaptchaConfig {
  readonly provider: CaptchaProvider;
  /** null: the demo's simulator. */
  readonly keys: { readonly site: string; readonly secret: string } | null;
  /** Replaces the provider's addresses of script and check; null: its own. No trailing slash. */
  readonly apiBase: string | null;
}

const base = z
  .string()
  .check(z.refine(isBaseUrl, 'must be an address like https://host or http://host:port, without query'));
const key = z.string().check(z.regex(/^[\w.-]{8,200}$/, 'must be the key as the provider shows it'));

/** The variables of the check of visitors. */
export const captchaVariables = {
  CAPTCHA_PROVIDER: z.optional(z.enum(captchaProviders, 'must be turnstile, hcaptcha or recaptcha')),
  CAPTCHA_SITE_KEY: z.optional(key),
  CAPTCHA_SECRET_KEY: z.optional(key),
  CAPTCHA_API_BASE: z.optional(base),
};

const shape = z.object(captchaVariables);
type Variables = z.infer<typeof shape>;

/** Reads this part; null: visitors are not checked. */
export function readCaptchaConfig(v: Variables): CaptchaConfig | null {
  const { CAPTCHA_SITE_KEY: site, CAPTCHA_SECRET_KEY: secret } = v;
  const keys = site && secret ? { site, secret } : null;
  if (v.CAPTCHA_PROVIDER === undefined && keys === null) return null;
  return {
    provider: v.CAPTCHA_PROVIDER ?? 'turnstile',
    keys,
    apiBase: v.CAPTCHA_API_BASE?.replace(/(?<!\/)\/+$/, '') ?? null,
  };
}

/** Returns the errors in this part: one line per variable. */
export function captchaProblems(v: Variables, isProduction: boolean, isDemo: boolean): string[] {
  const problems: string[] = [];
  const wrong = (name: string, words: string) => problems.push(`${name}: ${words}`);
  const { CAPTCHA_SITE_KEY: site, CAPTCHA_SECRET_KEY: secret } = v;
  if ((site === undefined) !== (secret === undefined))
    wrong('CAPTCHA_SITE_KEY', 'is needed together with CAPTCHA_SECRET_KEY');
  else if (v.CAPTCHA_PROVIDER !== undefined && site === undefined && !isDemo)
    wrong('CAPTCHA_SITE_KEY', 'is needed with CAPTCHA_PROVIDER');
  const isOpen = v.CAPTCHA_API_BASE !== undefined && new URL(v.CAPTCHA_API_BASE).protocol !== 'https:';
  if (isProduction && !isDemo && isOpen) wrong('CAPTCHA_API_BASE', 'must start with https:// in production');
  return problems;
}
