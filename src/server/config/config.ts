import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod/mini';
import { keyedHash } from '../tokens.ts';
import {
  type CaptchaConfig,
  captchaProblems,
  captchaVariables,
  readCaptchaConfig,
} from './captcha-config.ts';
import { flag, line, no, url, wholeNumber, yes } from './config-fields.ts';
import {
  type GatewayConfig,
  gatewayProblems,
  gatewayVariables,
  readGatewayConfig,
} from './gateway-config.ts';
import { type LoadConfig, loadVariables, readLoadConfig } from './load-config.ts';
import { type MailConfig, mailProblems, mailVariables, readMailConfig } from './mail-config.ts';
import { type MapsConfig, mapsProblems, mapsVariables, readMapsConfig } from './maps-config.ts';
import { readScannerConfig, type ScannerAddress, scannerVariables } from './scanner-config.ts';
import { readTextConfig, type TextAccount, textProblems, textVariables } from './texts-config.ts';

/** The S3-compatible store that replaces the files in DATA_DIR. */
interface S3Config {
  bucket: string;
  endpoint: string | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
}

/** Everything an operator can configure, parsed and typed by `readConfig`. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Origin that users see in links, without a trailing slash. */
  publicUrl: string;
  /** Absolute path. */
  dataDir: string;
  /** null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  databasePool: number;
  /** When a process refuses calls and connections. */
  load: LoadConfig;
  secretKey: string;
  /** Only this computer reaches the server: HOST and PUBLIC_URL name no other. */
  isLocal: boolean;
  /** Where to report weaknesses of this installation: an https or mailto address; null: not said. */
  securityContact: string | null;
  demo: boolean;
  demoPassword: string;
  /** null: the local mail simulator in demo mode; otherwise mails wait in the outbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Reports about sent mail, and its signature. */
  mail: MailConfig;
  /** null: files on disk in `dataDir`. */
  s3: S3Config | null;
  logLevel: LogLevel;
  role: 'all' | 'web' | 'worker';
  /** Whether an owner must verify the email address before the first login. */
  emailVerification: boolean;
  /** Trusted proxies: none (false), any (true), so many in front of each other, or these addresses. */
  trustProxy: boolean | number | string[];
  /** Card gateways and their simulators. */
  gateways: GatewayConfig;
  /** Providers of address search and map images. */
  maps: MapsConfig;
  /** null: the local simulator in demo mode; otherwise no text is sent. */
  texts: TextAccount | null;
  /** null: visitors of public pages are not checked. */
  captcha: CaptchaConfig | null;
  /** clamd, which scans what users upload; null: files are not scanned. */
  scanner: ScannerAddress | null;
  /** host:port pairs of private addresses that webhooks may call, for the demo and tests. */
  ssrfAllow: string[];
}

type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
type Environment = Record<string, string | undefined>;

/** The password of the demo logins as documented, which anyone may know. */
export const publishedPassword = 'demo-Passw0rd';

/** All environment variables. docs/configuration.md documents the same list (checked by config.test.ts). */
export const variables = z.object({
  NODE_ENV: z.optional(z.string()),
  PORT: z._default(wholeNumber(0, 65535), 3000),
  HOST: z._default(line, '127.0.0.1'),
  PUBLIC_URL: z.optional(url('http:', 'https:')),
  DATA_DIR: z._default(line, './data'),
  DATABASE_URL: z.optional(url('postgres:', 'postgresql:')),
  DATABASE_POOL: z._default(wholeNumber(2, 500), 10),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  DEMO: z.optional(flag),
  SECURITY_CONTACT: z.optional(
    z.string().check(z.regex(/^(?:https:\/\/|mailto:)\S+$/, 'must be an https:// or mailto: address')),
  ),
  DEMO_PASSWORD: z._default(
    z.string().check(z.minLength(8, 'must have at least 8 characters')),
    publishedPassword,
  ),
  SMTP_URL: z.optional(url('smtp:', 'smtps:')),
  MAIL_FROM: z._default(line, 'Gable <no-reply@gable.example>'),
  S3_BUCKET: z.optional(line),
  S3_ENDPOINT: z.optional(url('http:', 'https:')),
  S3_REGION: z._default(line, 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(line),
  S3_SECRET_ACCESS_KEY: z.optional(line),
  S3_FORCE_PATH_STYLE: z._default(flag, false),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  ROLE: z._default(z.enum(['all', 'web', 'worker'], 'must be all, web or worker'), 'all'),
  EMAIL_VERIFICATION: z._default(flag, true),
  TRUST_PROXY: z._default(z.string(), '0'),
  ...loadVariables,
  ...mailVariables,
  SSRF_ALLOW: z._default(
    z
      .string()
      .check(
        z.regex(
          /^(?:[\w.-]+:\d{1,5}(?:,(?!$)|$))*$/,
          'must be pairs like 127.0.0.1:4000, separated by commas',
        ),
      ),
    '',
  ),
  ...gatewayVariables,
  ...mapsVariables,
  ...textVariables,
  ...captchaVariables,
  ...scannerVariables,
});

/** Thrown by `readConfig`; the message has one line per invalid variable. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is wrong:\n${problems.map((p) => `  ${p}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration from environment variables. Throws a `ConfigError` that names every invalid variable. An
 * empty variable counts as unset. Without SECRET_KEY, one is generated and stored in DATA_DIR/secret.key (mode 0600).
 */
export function readConfig(env: Environment = process.env): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  }
  const v = parsed.data;
  const problems = contradictions(v);
  if (problems.length > 0) throw new ConfigError(problems);

  const production = v.NODE_ENV === 'production';
  const demo = isDemo(v);
  const dataDir = resolve(v.DATA_DIR);
  const secretKey = v.SECRET_KEY ?? secretIn(dataDir);
  return {
    production,
    port: v.PORT,
    host: v.HOST,
    publicUrl: (v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/(?<!\/)\/+$/, ''),
    dataDir,
    databaseUrl: v.DATABASE_URL ?? null,
    databasePool: v.DATABASE_POOL,
    load: readLoadConfig(v),
    secretKey,
    isLocal: isLocal(v),
    securityContact: v.SECURITY_CONTACT ?? null,
    demo,
    demoPassword: v.DEMO_PASSWORD,
    smtpUrl: v.SMTP_URL ?? null,
    mailFrom: v.MAIL_FROM,
    mail: readMailConfig(v, demo ? keyedHash(secretKey, 'mail-inbound', 'demo') : null),
    s3: s3Of(v),
    logLevel: v.LOG_LEVEL,
    role: v.ROLE,
    emailVerification: v.EMAIL_VERIFICATION,
    trustProxy: proxiesOf(v.TRUST_PROXY),
    gateways: readGatewayConfig(v, demo),
    maps: readMapsConfig(v),
    texts: readTextConfig(v),
    captcha: readCaptchaConfig(v),
    scanner: readScannerConfig(v),
    ssrfAllow: v.SSRF_ALLOW.split(',').filter(Boolean),
  };
}

type Variables = z.infer<typeof variables>;

function isDemo(v: Variables): boolean {
  return v.DEMO ?? (v.DATABASE_URL === undefined && v.NODE_ENV !== 'production');
}

/** Whether only this computer can reach the server. `.test` and `.localhost` are reserved names that lead nowhere else. */
function isLocal(v: Variables): boolean {
  const isOurs = (host: string) =>
    /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|(?:.+\.)?localhost|.+\.test)$/i.test(host);
  return isOurs(v.HOST) && (v.PUBLIC_URL === undefined || isOurs(new URL(v.PUBLIC_URL).hostname));
}

function contradictions(v: Variables): string[] {
  const isProduction = v.NODE_ENV === 'production';
  const problems = [
    ...gatewayProblems(v, isProduction, isDemo(v)),
    ...mailProblems(v),
    ...mapsProblems(v, isProduction),
    ...textProblems(v, isProduction, isDemo(v)),
    ...captchaProblems(v, isProduction, isDemo(v)),
  ];
  if (isProduction && !isDemo(v) && v.SSRF_ALLOW !== '') {
    problems.push('SSRF_ALLOW: is for the demo and tests only');
  }
  if (v.S3_BUCKET !== undefined) {
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      if (v[name] === undefined) problems.push(`${name}: is needed when S3_BUCKET is set`);
    }
  }
  if (v.ROLE !== 'all' && v.DATABASE_URL !== undefined && v.SECRET_KEY === undefined) {
    problems.push(`SECRET_KEY: is needed when ROLE is ${v.ROLE}, since all processes must have the same`);
  }
  if (isDemo(v) && !isLocal(v) && v.DEMO_PASSWORD === publishedPassword) {
    problems.push(
      'DEMO_PASSWORD: set one of your own, or DEMO=0: other computers reach this address, and the demo password is published',
    );
  }
  return problems;
}

function s3Of(v: Variables): S3Config | null {
  if (v.S3_BUCKET === undefined) return null;
  return {
    bucket: v.S3_BUCKET,
    endpoint: v.S3_ENDPOINT ?? null,
    region: v.S3_REGION,
    accessKeyId: v.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: v.S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle: v.S3_FORCE_PATH_STYLE,
  };
}

/** With a number, what a client puts into X-Forwarded-For is not believed: only what our own proxies add. */
function proxiesOf(text: string): boolean | number | string[] {
  const lower = text.trim().toLowerCase();
  if (/^[1-9]$/.test(lower)) return Number(lower);
  if (yes.includes(lower)) return true;
  if (no.includes(lower)) return false;
  return text.split(',').map((part) => part.trim());
}

function secretIn(dataDir: string): string {
  try {
    return readOrCreateSecret(dataDir);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError([`DATA_DIR: ${dataDir} cannot be used (${(error as Error).message})`]);
  }
}

/** Reads the stored secret or creates it. Processes starting at once each write their own file; the first link wins. */
function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) {
    // 0711: the embedded database may run as another user, who must be able to traverse the folder but not list it.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    const own = `${file}.${process.pid}`;
    writeFileSync(own, randomBytes(48).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(own, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(own);
    }
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32)
    throw new ConfigError([`SECRET_KEY: ${file} is damaged; set SECRET_KEY or restore the file`]);
  return key;
}
