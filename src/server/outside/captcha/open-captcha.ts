import type { Clock } from '../../clock.ts';
import type { CaptchaConfig } from '../../config/captcha-config.ts';
import { type CallLog, createHttpClient, type HttpClientOptions } from '../http-client.ts';
import type { Captcha } from './captcha.ts';
import { siteverifyCaptcha } from './siteverify.ts';

interface CaptchaOptions {
  readonly config: CaptchaConfig | null;
  /** Origin of our pages. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: CallLog;
  /** For tests. */
  readonly kit?: Partial<HttpClientOptions>;
}

/** A visitor waits for the result: after this time they go on without it. */
const patienceMs = 5000;

/** Opens the check of visitors; null without keys: visitors are not checked. */
export function openCaptcha({ config, publicUrl, clock, log, kit }: CaptchaOptions): Captcha | null {
  if (!config?.keys) return null;
  const http = createHttpClient({ clock, log, timeoutsMs: { read: patienceMs }, ...kit });
  const { hostname } = new URL(publicUrl);
  return siteverifyCaptcha({ config: { ...config, keys: config.keys }, hostname, http, log });
}
