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
import type { ExternalServices } from './outside/external-services.ts';
import type { TokenClaims } from './tokens.ts';

/** The languages the server answers in. */
export type Lang = 'en' | 'de' | 'fr';

/** What a public id leads to: the tenant comes from it, as from a session. */
export interface LinkTarget {
  kind: LinkKind;
  subscriberId: string;
  id: string;
}

/** What every room may know of the installation. */
export interface Installation {
  /** Origin people see in links, without a slash at the end. */
  readonly publicUrl: string;
  readonly demo: boolean;
  readonly emailVerification: boolean;
  /** Where card gateways of companies that only try things out are: our simulators, or the providers' own test systems. */
  readonly sandboxMode: 'simulator' | 'test';
  /** Where applications for merchant accounts go; null: the platform opens none. */
  readonly merchantOnboarding: 'simulator' | 'test' | 'live' | null;
  /** Address from which mails leave. */
  readonly mailFrom: string;
  /** A signed access token; only the room auth asks for one. */
  signAccessToken(claims: TokenClaims, now: Instant): Promise<string>;
  /** Keyed hash (HMAC-SHA256 with SECRET_KEY, base64url) for links and tokens of one purpose. */
  sign(purpose: string, text: string): string;
  /** Encrypts under SECRET_KEY what must not lie readable in the database; `about` names what it belongs to. */
  encrypt(secret: string, about: string): string;
  /** What `lock` hid; throws when SECRET_KEY or `about` is another one. */
  decrypt(locked: string, about: string): string;
}

/** Facts of the call that every context carries. */
export interface Call {
  /** The signed-in person, or null on public routes and in jobs. */
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

/** Reads inside one transaction with role and tenant set; `db` refuses writes by type. */
export interface ReadCtx extends Call {
  readonly db: Pick<
    Kysely<DB>,
    'selectFrom' | 'with' | 'withRecursive' | 'fn' | 'dynamic' | 'selectNoFrom' | 'getExecutor'
  >;
  /** The signed-in person; throws UNAUTHENTICATED when there is none. */
  requireUser(): Actor;
  /** Throws FORBIDDEN unless `allows(actor, capability, subject)`. */
  requireCapability(capability: Capability, subject?: Subject): void;
}

/** One transaction, with events and jobs in it, and without the outside world. */
export interface WriteCtx extends Omit<ReadCtx, 'db'> {
  readonly db: Transaction<DB>;
  /** Writes the event, runs in-transaction listeners, enqueues the others; all in this transaction. */
  emit(event: GableEvent): Promise<void>;
  /** Schedules background work in this transaction. */
  enqueue<D extends object>(job: JobType<D>, data: NoInfer<D>, options?: EnqueueOptions): Promise<void>;
  /** One audit row (decisions X-12). */
  audit(entry: AuditEntry): Promise<void>;
  /** Sets a cookie or response header; only routes of the room auth need it. */
  readonly reply: ReplyHints;
}

/** The outside world, and transactions opened explicitly around it, never across it. */
export interface ActionCtx extends Call {
  read<T>(work: (ctx: ReadCtx) => Promise<T>): Promise<T>;
  tx<T>(work: (ctx: WriteCtx) => Promise<T>): Promise<T>;
  /**
   * The transaction that ends the errand: its result is the answer. With an Idempotency-Key the answer is kept in the same
   * commit, so that a repeat after a kill finds it and does not work twice. Nothing may follow.
   */
  finalTx<T>(work: (ctx: WriteCtx) => Promise<T>): Promise<T>;
  /** The Idempotency-Key of the call: what an errand began under it before a kill is found by it, and not begun again. */
  readonly idempotencyKey?: string;
  readonly external: ExternalServices;
  readonly files: FileStore;
  /** The installation's seal for finished PDFs; made the first time it is asked for. */
  seal(): Promise<Seal>;
  readonly reply: ReplyHints;
  requireUser(): Actor;
  requireCapability(capability: Capability, subject?: Subject): void;
}

/** What a route may say to the browser beside its data. */
export interface ReplyHints {
  cookies: { name: string; value: string; maxAgeSeconds: number; path: string }[];
  /** The answer holds a token: it is not kept for a repeat of the request. */
  isSecret: boolean;
  /** Where to send the browser instead of answering data. */
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
