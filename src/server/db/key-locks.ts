import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from './tables.ts';
import { busyError, patienceMs } from './turns.ts';

/** The keys that one transaction has locked, or has waited for; they outlive its attempts. */
export class HeldKeys {
  /** Keys known to be needed: a new attempt waits for all of them before it takes a connection. */
  readonly needed = new Set<string>();
  readonly #locked = new Set<string>();
  readonly #entered = new Set<string>();
  #busy: KeyBusy | null = null;

  /** Waits until this transaction is first in the process's line of each needed key. Throws UNAVAILABLE when late. */
  async enterAll(deadline: number): Promise<void> {
    // Always in the same order, so that two transactions never wait for each other.
    for (const key of [...this.needed].sort()) {
      await enter(key, deadline);
      this.#entered.add(key);
    }
  }

  /** Locks `key` in the process and in the database until the transaction ends. Throws `KeyBusy` instead of waiting. */
  async lock(trx: Pick<Kysely<DB>, 'getExecutor'>, key: string): Promise<void> {
    if (this.#locked.has(key)) return;
    this.needed.add(key);
    if (!this.#entered.has(key)) {
      if (lines.has(key)) throw this.#stopAt(new KeyBusy('here'));
      lines.set(key, []);
      this.#entered.add(key);
    }
    const { rows } = await sql<{ ok: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as ok`.execute(trx);
    if (!rows[0]?.ok) throw this.#stopAt(new KeyBusy('elsewhere'));
    this.#locked.add(key);
  }

  /** Throws if a key was taken, also where the work went on after that error. */
  requireAll(): void {
    if (this.#busy) throw this.#busy;
  }

  #stopAt(busy: KeyBusy): KeyBusy {
    this.#busy = busy;
    return busy;
  }

  /** Lets the next transactions have the keys; after the commit or rollback. */
  leaveAll(): void {
    for (const key of this.#entered) leave(key);
    this.#entered.clear();
    this.#locked.clear();
    this.#busy = null;
  }
}

/** Ends an attempt whose key is taken: in this process, or in another one, which cannot say when it is free. */
export class KeyBusy extends Error {
  readonly where: 'here' | 'elsewhere';

  constructor(where: KeyBusy['where']) {
    super('a key is locked by another transaction');
    this.where = where;
  }
}

/** The transactions of this process that wait for a key, for each key that one of them has. */
const lines = new Map<string, (() => void)[]>();

async function enter(key: string, deadline: number): Promise<void> {
  const line = lines.get(key);
  if (!line) {
    lines.set(key, []);
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(
      () => {
        line.splice(line.indexOf(start), 1);
        reject(busyError());
      },
      Math.max(0, deadline - performance.now()),
    );
    line.push(start);
  });
}

function leave(key: string): void {
  const next = lines.get(key)?.shift();
  if (next) next();
  else lines.delete(key);
}

const keysOf = new WeakMap<object, HeldKeys>();

/** Remembers which keys belong to a transaction, for `lockKey`. */
export function rememberKeys(trx: Transaction<DB>, keys: HeldKeys): void {
  keysOf.set(trx, keys);
}

/**
 * Locks a key until the transaction ends. A transaction whose key is taken does not wait with its connection: it is
 * rolled back, waits in line without one, and runs again.
 */
export async function lockKey(trx: Transaction<DB>, ...parts: readonly string[]): Promise<void> {
  const keys = keysOf.get(trx);
  if (!keys) throw new Error('this transaction was not started by inTransactionAfter');
  await keys.lock(trx, parts.join(' '));
}

/** Pauses before the next attempt where only asking again shows whether the key is free. */
export function pauseAfter(busy: KeyBusy): Promise<void> {
  if (busy.where === 'here') return Promise.resolve();
  return new Promise((wake) => setTimeout(wake, 10 + Math.random() * 30));
}

/** Returns the moment, in `performance.now()` milliseconds, after which a transaction gives in. */
export function keyDeadline(): number {
  return performance.now() + patienceMs;
}
