import { z } from 'zod/mini';
import { isBaseUrl } from './gateway-config.ts';

/** The platform's account for text messages. */
export interface TextAccount {
  readonly accountSid: string;
  /** Verifies the provider's callbacks, and signs in where there is no API key. */
  readonly authToken: string;
  readonly apiKey: { readonly sid: string; readonly secret: string } | null;
  /** The sending number in E.164, or the messaging service that chooses one. */
  readonly sender: { readonly from: string } | { readonly serviceSid: string };
  /** No trailing slash. */
  readonly apiBase: string;
}

const base = z
  .string()
  .check(z.refine(isBaseUrl, 'must be an address like https://host or http://host:port, without query'));
const sid = (prefix: string) =>
  z
    .string()
    .check(z.regex(new RegExp(`^${prefix}[0-9a-f]{32}$`), `must be ${prefix} and 32 digits from 0 to f`));
const secret = z.string().check(z.minLength(8, 'must have at least 8 characters'));

/** The variables of text messages. */
export const textVariables = {
  TWILIO_ACCOUNT_SID: z.optional(sid('AC')),
  TWILIO_AUTH_TOKEN: z.optional(secret),
  TWILIO_API_KEY_SID: z.optional(sid('SK')),
  TWILIO_API_KEY_SECRET: z.optional(secret),
  TWILIO_FROM: z.optional(
    z.string().check(z.regex(/^\+[1-9]\d{7,14}$/, 'must be a number like +15125550199')),
  ),
  TWILIO_MESSAGING_SERVICE_SID: z.optional(sid('MG')),
  TWILIO_API_BASE: z._default(base, 'https://api.twilio.com'),
};

const shape = z.object(textVariables);
type Variables = z.infer<typeof shape>;

/** Reads the part of text messages; null: no account is configured. */
export function readTextConfig(v: Variables): TextAccount | null {
  const sender = v.TWILIO_MESSAGING_SERVICE_SID
    ? { serviceSid: v.TWILIO_MESSAGING_SERVICE_SID }
    : v.TWILIO_FROM && { from: v.TWILIO_FROM };
  if (!v.TWILIO_ACCOUNT_SID || !v.TWILIO_AUTH_TOKEN || !sender) return null;
  const { TWILIO_API_KEY_SID: keySid, TWILIO_API_KEY_SECRET: keySecret } = v;
  return {
    accountSid: v.TWILIO_ACCOUNT_SID,
    authToken: v.TWILIO_AUTH_TOKEN,
    apiKey: keySid && keySecret ? { sid: keySid, secret: keySecret } : null,
    sender,
    apiBase: v.TWILIO_API_BASE.replace(/(?<!\/)\/+$/, ''),
  };
}

/** Returns the errors in this part: one line per variable. */
export function textProblems(v: Variables, isProduction: boolean, isDemo: boolean): string[] {
  const problems: string[] = [];
  const wrong = (name: string, words: string) => problems.push(`${name}: ${words}`);
  if (isProduction && !isDemo && new URL(v.TWILIO_API_BASE).protocol !== 'https:')
    wrong('TWILIO_API_BASE', 'must start with https:// in production');
  if ((v.TWILIO_API_KEY_SID === undefined) !== (v.TWILIO_API_KEY_SECRET === undefined))
    wrong('TWILIO_API_KEY_SID', 'is needed together with TWILIO_API_KEY_SECRET');
  const { TWILIO_FROM: from, TWILIO_MESSAGING_SERVICE_SID: service } = v;
  if (from !== undefined && service !== undefined)
    wrong('TWILIO_FROM', 'leave it out when TWILIO_MESSAGING_SERVICE_SID is set');
  const given = [v.TWILIO_ACCOUNT_SID, v.TWILIO_AUTH_TOKEN, from ?? service, v.TWILIO_API_KEY_SID];
  if (given.every((one) => one === undefined)) return problems;
  if (v.TWILIO_ACCOUNT_SID === undefined) wrong('TWILIO_ACCOUNT_SID', 'is needed for text messages');
  if (v.TWILIO_AUTH_TOKEN === undefined)
    wrong('TWILIO_AUTH_TOKEN', 'is needed with TWILIO_ACCOUNT_SID, also to verify callbacks');
  if (from === undefined && service === undefined)
    wrong('TWILIO_FROM', 'or TWILIO_MESSAGING_SERVICE_SID is needed with TWILIO_ACCOUNT_SID');
  return problems;
}
