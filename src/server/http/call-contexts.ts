import type { Transaction } from 'kysely';
import { type Actor, allows, type Capability, type Subject } from '#domain/people/permissions.ts';
import { AppError } from '#wire/errors.ts';
import { actorFrom } from '../actors.ts';
import type { ActionCtx, AuditEntry, Call, ReadCtx, ReplyHints, WriteCtx } from '../context.ts';
import { inTransactionAs, type TransactionScope } from '../db/connect.ts';
import type { DB } from '../db/tables.ts';
import { inTransactionAsUser } from '../db/user-transaction.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import type { TokenClaims } from '../tokens.ts';
import { limitGuesses } from './rate-limits.ts';

/** The facts from which all three contexts of a call are created. */
export interface CallFacts extends Call {
  readonly scope: TransactionScope['role'];
  /** Who takes turns for connections with whom; undefined: the tenant, or the platform, which takes none. */
  readonly turn?: string | undefined;
  /** Nobody waits for this call. */
  readonly isBackground?: boolean;
  /** The content of the token; the rights of `actor` are read when each transaction starts. */
  readonly claims: TokenClaims | null;
  /** The user has entered the password lately; false on routes that don't declare `identity`. */
  readonly isIdentityConfirmed?: boolean;
  readonly reply: ReplyHints;
}

/** Runs `work` with a reading context inside one read-only transaction. */
export function withReadCtx<T>(
  runtime: Runtime,
  facts: CallFacts,
  work: (ctx: ReadCtx) => Promise<T>,
): Promise<T> {
  return inScope(runtime, facts, 'read', (trx, entered) => work(readCtx(entered, trx)));
}

/** Runs `work` with a writing context: everything it does commits together or not at all. */
export function withWriteCtx<T>(
  runtime: Runtime,
  facts: CallFacts,
  work: (ctx: WriteCtx) => Promise<T>,
): Promise<T> {
  return inScope(runtime, facts, 'write', (trx, entered) => work(writeCtx(runtime, entered, trx)));
}

/** Creates a context for work that calls outside services and opens its own transactions. */
export function createActionCtx(runtime: Runtime, facts: CallFacts): ActionCtx {
  return {
    ...facts,
    ...guards(facts),
    read: (work) => withReadCtx(runtime, facts, work),
    tx: (work) => withWriteCtx(runtime, facts, work),
    finalTx: (work) => withWriteCtx(runtime, facts, work),
    limitForAll: (bucket, value, limit) => limitGuesses(runtime, bucket, value, limit),
    external: runtime.external,
    files: runtime.files,
    seal: runtime.seal,
  };
}

/** Adds the user's current rights to the facts, for actions, which have no transaction around them. */
export function withCurrentRights(runtime: Runtime, facts: CallFacts): Promise<CallFacts> {
  return inScope(runtime, facts, 'read', async (_, now) => now);
}

/**
 * Returns a context for another tenant in the same transaction: for sign-up and jobs that cross tenants. Platform scope
 * only.
 */
export function anyTenantCtx(ctx: WriteCtx, subscriberId: string): WriteCtx {
  const other = (ctx as Movable)[asTenant];
  if (!other) throw new Error('only a platform transaction may change its tenant');
  return other(subscriberId);
}
const asTenant = Symbol('as-tenant');
type Movable = WriteCtx & { [asTenant]?: (subscriberId: string) => WriteCtx };

function inScope<T>(
  runtime: Runtime,
  facts: CallFacts,
  access: 'read' | 'write',
  work: (trx: Transaction<DB>, entered: CallFacts) => Promise<T>,
): Promise<T> {
  const { claims, subscriberId } = facts;
  const scope = {
    role: facts.scope,
    subscriberId,
    userId: claims?.userId ?? null,
    access,
    ...(facts.turn === undefined ? {} : { turn: facts.turn }),
    isBackground: facts.isBackground ?? false,
  };
  // A user of one tenant on a link of another: the link's tenant applies and the user counts as a visitor.
  if (!claims || claims.subscriberId !== subscriberId) {
    return inTransactionAs(runtime.db, scope, (trx) => work(trx, { ...facts, actor: null }));
  }
  return inTransactionAsUser(runtime.db, scope, claims, (trx, person) =>
    work(trx, { ...facts, actor: actorFrom(person, claims) }),
  );
}

function readCtx(facts: CallFacts, trx: Transaction<DB>): ReadCtx {
  return { ...facts, ...guards(facts), db: trx as unknown as ReadCtx['db'] };
}

function writeCtx(runtime: Runtime, facts: CallFacts, trx: Transaction<DB>): WriteCtx {
  const ctx: Movable = {
    ...facts,
    ...guards(facts),
    db: trx,
    emit: (event) => runtime.eventBus.emit(ctx, event),
    enqueue: (job, data, options) => runtime.queue.enqueue(trx, facts.subscriberId, job, data, options),
    audit: (entry) => audit(facts, trx, entry),
  };
  if (facts.scope === 'platform')
    ctx[asTenant] = (subscriberId) => writeCtx(runtime, { ...facts, subscriberId }, trx);
  return ctx;
}

function guards(
  facts: CallFacts,
): Pick<ReadCtx, 'requireUser' | 'requireCapability' | 'requireConfirmedIdentity'> {
  const user = (): Actor => {
    if (!facts.actor) throw new AppError('UNAUTHENTICATED', 'Please sign in');
    return facts.actor;
  };
  return {
    requireUser: user,
    requireConfirmedIdentity: () => requireConfirmedIdentity(facts),
    requireCapability: (capability: Capability, subject?: Subject) => {
      if (!allows(user(), capability, subject))
        throw new AppError('FORBIDDEN', 'You don’t have permission to do this');
    },
  };
}

/** Throws IDENTITY_REQUIRED unless the user has entered the password lately. Work that no user requested passes. */
export function requireConfirmedIdentity({ isIdentityConfirmed }: CallFacts): void {
  if (!isIdentityConfirmed) throw new AppError('IDENTITY_REQUIRED', 'Confirm your password to do this');
}

async function audit(facts: CallFacts, trx: Transaction<DB>, entry: AuditEntry): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await trx
    .insertInto('audit_log')
    .values({
      subscriber_id: facts.subscriberId,
      id: newId(),
      actor_id: facts.actor?.userId ?? null,
      actor_type: facts.actor?.role ?? (facts.link ? 'link' : 'system'),
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entity_id,
      before: json(entry.before),
      after: json(entry.after),
      ip: facts.ip,
      at: facts.now,
    })
    .execute();
}
