import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Instant } from '#domain/base/time.ts';
import type { GableEvent } from '#domain/events/events.ts';
import type { Actor, Capability, Subject } from '#domain/people/permissions.ts';
import type { LinkKind } from '#wire/route.ts';
import type { DB } from './db/tables.ts';
import type { Seal } from './documents/seal.ts';
import type { FileStore } from './files/file-store.ts';
import type { EnqueueOptions, JobType } from './job-type.ts';
import type { CaptchaWidget } from './outside/captcha/captcha.ts';
import type { ExternalServices } from './outside/external-services.ts';
import type { TokenClaims } from './tokens.ts';

/** The languages the server responds in. */
export type Lang = 'en' | 'de' | 'fr';

/** The target of a public id. It determines the tenant, as a session does. */
export interface LinkTarget {
  kind: LinkKind;
  subscriberId: string;
  id: string;
}

/** What every feature may know about the installation. */
export interface Installation {
  /** Origin that users see in links, without a trailing slash. */
  readonly publicUrl: string;
  readonly demo: boolean;
  readonly emailVerification: boolean;
  /** Where gateways of companies in test mode are: our simulators or the providers' own test systems. */
  readonly sandboxMode: 'simulator' | 'test';
  /** Where applications for merchant accounts go; null: the platform does not open any. */
  readonly merchantOnboarding: 'simulator' | 'test' | 'live' | null;
  /** host:port pairs of private addresses that webhooks may call; empty outside the demo and tests. */
  readonly privateReceivers: readonly string[];
  /** Sender address of outgoing mail. */
  readonly mailFrom: string;
  /** With which visitors of public forms show that they are people; null: they need not. */
  readonly captcha: CaptchaWidget | null;
  /** Text messages can be sent; false: no provider is configured. */
  readonly canText: boolean;
  /** Domain of the addresses to which undeliverable mail returns; null: it returns to the sender. */
  readonly mailBounceDomain: string | null;
  /** Returns a signed access token. Only the auth feature uses it. */
  signAccessToken(claims: TokenClaims, now: Instant): Promise<string>;
  /** Returns a keyed hash (HMAC-SHA256 with SECRET_KEY, base64url) for links and tokens of one purpose. */
  sign(purpose: string, text: string): string;
  /** Encrypts with SECRET_KEY what must not be readable in the database; `about` names what the secret belongs to. */
  encrypt(secret: string, about: string): string;
  /** Reverses `encrypt`. Throws when SECRET_KEY or `about` differs. */
  decrypt(locked: string, about: string): string;
}

/** Facts about the call that every context carries. */
export interface Call {
  /** The signed-in user, or null on public routes and in jobs. */
  readonly actor: Actor | null;
  /** The tenant: from the session or from the link, never from input. */
  readonly subscriberId: string;
  readonly link: LinkTarget | null;
  readonly now: Instant;
  readonly lang: Lang;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly log: Logger;
  readonly installation: Installation;
}

/** Reads inside one transaction with role and tenant set; the type of `db` rules out writes. */
export interface ReadCtx extends Call {
  readonly db: Pick<
    Kysely<DB>,
    'selectFrom' | 'with' | 'withRecursive' | 'fn' | 'dynamic' | 'selectNoFrom' | 'getExecutor'
  >;
  /** Returns the signed-in user. Throws UNAUTHENTICATED when no user is signed in. */
  requireUser(): Actor;
  /** Throws FORBIDDEN unless `allows(actor, capability, subject)`. */
  requireCapability(capability: Capability, subject?: Subject): void;
  /** Throws IDENTITY_REQUIRED unless the user has entered the password lately, on routes that declare `identity`. */
  requireConfirmedIdentity(): void;
}

/** One transaction including its events and jobs, without access to outside services. */
export interface WriteCtx extends Omit<ReadCtx, 'db'> {
  readonly db: Transaction<DB>;
  /** Writes the event, runs in-transaction listeners and enqueues the others, all in this transaction. */
  emit(event: GableEvent): Promise<void>;
  /** Schedules background work in this transaction. */
  enqueue<D extends object>(job: JobType<D>, data: NoInfer<D>, options?: EnqueueOptions): Promise<void>;
  /** Writes one audit row (decisions X-12). */
  audit(entry: AuditEntry): Promise<void>;
  /** Sets a cookie or response header; only routes of the auth feature need it. */
  readonly reply: ReplyHints;
}

/** Access to outside services. Transactions are opened explicitly around outside calls, never across them. */
export interface ActionCtx extends Call {
  read<T>(work: (ctx: ReadCtx) => Promise<T>): Promise<T>;
  tx<T>(work: (ctx: WriteCtx) => Promise<T>): Promise<T>;
  /**
   * Runs the transaction that ends the action and whose result is the response. With an Idempotency-Key the response is
   * stored in the same commit, so that a retry after a crash finds it instead of working twice. Must be the last step.
   */
  finalTx<T>(work: (ctx: WriteCtx) => Promise<T>): Promise<T>;
  /** The call's Idempotency-Key. An action uses it to find and resume what it started before a crash. */
  readonly idempotencyKey?: string;
  /**
   * Throws RATE_LIMITED when a bucket that all companies share gets more than `max` different values in the window. A value
   * that was accepted may come again.
   */
  limitForAll(bucket: string, value: string, limit: { max: number; minutes: number }): Promise<void>;
  readonly external: ExternalServices;
  readonly files: FileStore;
  /** Returns the installation's seal for finished PDFs, created on first use. */
  seal(): Promise<Seal>;
  readonly reply: ReplyHints;
  requireUser(): Actor;
  requireCapability(capability: Capability, subject?: Subject): void;
  requireConfirmedIdentity(): void;
}

/** What a route may send to the browser in addition to its data. */
export interface ReplyHints {
  /** Scripts of the page read only those that say so. */
  cookies: { name: string; value: string; maxAgeSeconds: number; path: string; isReadable?: true }[];
  /** The response contains a token: it is not stored for retries of the request. */
  isSecret: boolean;
  /** Where to redirect the browser instead of responding with data. */
  redirect: string | null;
  readonly requestCookies: Readonly<Record<string, string | undefined>>;
  readonly origin: string | null;
  /** The Host header of the call. */
  readonly host: string;
}

export interface AuditEntry {
  action: string;
  entity: string;
  entity_id: string | null;
  before?: unknown;
  after?: unknown;
}
