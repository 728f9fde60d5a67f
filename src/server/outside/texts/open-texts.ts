import type { Clock } from '../../clock.ts';
import type { TextAccount } from '../../config/texts-config.ts';
import { type CallLog, createHttpClient, type HttpClientOptions } from '../http-client.ts';
import { TextDeferred, type Texter } from './texter.ts';
import { twilioTexter } from './twilio.ts';

interface TextsOptions {
  readonly account: TextAccount | null;
  readonly clock: Clock;
  readonly log: CallLog;
  /** For tests. */
  readonly kit?: Partial<HttpClientOptions>;
}

/** Opens the provider of text messages. Without an account nothing is sent and no callback is believed. */
export function openTexts({ account, clock, log, kit }: TextsOptions): Texter {
  if (account) return twilioTexter(account, createHttpClient({ clock, log, ...kit }));
  const missing = 'TWILIO_ACCOUNT_SID is not set';
  const unavailable = async () => {
    throw new TextDeferred(missing);
  };
  return { missing, send: unavailable, find: unavailable, isAuthentic: () => false };
}
