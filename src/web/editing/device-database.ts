import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';
import { setDeviceBlocked } from './device-blocked.ts';

/** A database on the device that survives what browsers do to it. */
export interface DeviceDatabase<S extends DBSchema> {
  /**
   * Runs work that may be repeated. A connection that the browser closed is opened again, and the work runs once more.
   * Rejects if the device has no answer within five seconds; waits as long as another window blocks an upgrade.
   */
  run<T>(work: (db: IDBPDatabase<S>) => Promise<T>): Promise<T>;
  /** Calls back when the browser closed the connection: what was stored may be gone. Returns a function that stops it. */
  onLost(listener: () => void): () => void;
}

interface Options<S extends DBSchema> {
  name: string;
  version: number;
  stores: readonly string[];
  upgrade: NonNullable<OpenDBCallbacks<S>['upgrade']>;
  /** Tests pass their own. */
  open?: typeof openDB<S>;
}

/** How long the device may take before a write counts as not stored. */
const deviceAnswerMs = 5000;

/** Rejects if the work has no result in time. Late results are ignored. */
export function within<T>(work: Promise<T>, milliseconds = deviceAnswerMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The device did not answer')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Opens a database on first use. Releases only add to `stores` and to their rows, so an older window goes on with them. */
export function deviceDatabase<S extends DBSchema>(options: Options<S>): DeviceDatabase<S> {
  const { name, version, stores, upgrade, open = openDB<S> } = options;
  const listeners = new Set<() => void>();
  let connection: Promise<IDBPDatabase<S>> | null = null;
  let isBlocked = false;

  function setBlocked(next: boolean): void {
    isBlocked = next;
    setDeviceBlocked(name, next);
  }

  function forget(old: Promise<IDBPDatabase<S>>): void {
    if (connection === old) connection = null;
    // Transactions that are running still complete.
    old.then(
      (db) => db.close(),
      () => {},
    );
  }

  function connect(): Promise<IDBPDatabase<S>> {
    if (connection) return connection;
    const callbacks: OpenDBCallbacks<S> = {
      upgrade,
      blocked: () => setBlocked(true),
      // A window with a newer version waits: it gets the database as soon as what is being written is stored.
      blocking: () => forget(opening),
      terminated() {
        forget(opening);
        for (const listener of listeners) listener();
      },
    };
    const opening = open(name, version, callbacks).catch(async (error: unknown) => {
      if (!isNewer(error)) throw error;
      const db = await open(name, undefined, callbacks);
      if (stores.every((store) => db.objectStoreNames.contains(store as never))) return db;
      db.close();
      throw error;
    });
    connection = opening;
    opening.then(
      () => setBlocked(false),
      () => {
        setBlocked(false);
        forget(opening);
      },
    );
    return opening;
  }

  /** Waits for a connection as long as another window blocks it. */
  async function connected(opening: Promise<IDBPDatabase<S>>): Promise<IDBPDatabase<S>> {
    return within(opening).catch((error: unknown) => {
      if (isBlocked) return opening;
      throw error;
    });
  }

  async function attempt<T>(work: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    const opening = connect();
    try {
      const db = await connected(opening);
      return await within(work(db));
    } catch (error) {
      if (!isFull(error)) forget(opening);
      throw error;
    }
  }

  return {
    run: (work) =>
      attempt(work).catch((error: unknown) => {
        if (isClosed(error)) return attempt(work);
        throw error;
      }),
    onLost(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const nameOf = (error: unknown) => (error as { name?: string } | null)?.name;

/** The device has no space left. */
const isFull = (error: unknown): boolean => nameOf(error) === 'QuotaExceededError';
const isNewer = (error: unknown) => nameOf(error) === 'VersionError';
const isClosed = (error: unknown) =>
  ['InvalidStateError', 'AbortError', 'UnknownError', 'TransactionInactiveError'].includes(
    nameOf(error) ?? '',
  );
