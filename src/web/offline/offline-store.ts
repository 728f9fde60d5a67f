import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';
import { now } from '../clock.ts';
import type { SessionUser } from '../session.ts';
import { jobPhotosCache } from './job-photos-cache.ts';

/**
 * What this device stores so that the app opens without a network: the user, and copies of data of the server. It holds
 * no work of the user, so it may be dropped at any time.
 */
const databaseName = 'gable-offline';
const version = 1;
/** A store that does not answer must not keep the app from opening. */
const patienceMs = 3_000;
const dayMs = 86_400_000;
/** Copies of the company's data are used this long. */
const copiesMs = 3 * dayMs;
/** The user is remembered longer: reports with unsent work must open after a long trip, too. */
const userMs = 14 * dayMs;

/** A stored value, of one user of one company. */
interface Part {
  key: string;
  owner: string;
  at: string;
  data: unknown;
  /** The tag of the server's answer, with which it is asked for a newer one. */
  tag?: string;
}

interface Schema extends DBSchema {
  parts: { key: string; value: Part };
}

/** Who the stored data belongs to. */
export type Owner = Pick<SessionUser, 'id' | 'subscriber_id'>;

/** A stored copy and when it was read from the server. */
export interface StoredCopy<T> {
  data: T;
  at: string;
  /** The tag of the server's answer; '' if it had none. */
  tag: string;
}

const ownerKey = ({ id, subscriber_id }: Owner) => `${subscriber_id}/${id}`;
const userPart = 'user';
let opening: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  const reopen = () => {
    opening = null;
  };
  const callbacks: OpenDBCallbacks<Schema> = {
    upgrade(made) {
      if (!made.objectStoreNames.contains('parts')) made.createObjectStore('parts', { keyPath: 'key' });
    },
    // A newer version of the app in another tab wants to change the store: it has nothing to lose.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      reopen();
    },
    terminated: reopen,
  };
  // A newer version of the app may have been here: releases only add, so this one can go on with what it finds.
  opening ??= openDB<Schema>(databaseName, version, callbacks).catch((error: DOMException) => {
    if (error.name !== 'VersionError') throw error;
    return openDB<Schema>(databaseName, undefined, callbacks);
  });
  opening.catch(reopen);
  return opening;
}

/** Runs work on the store; null if the browser has none, it does not answer, or a newer version has changed it. */
async function withStore<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  try {
    return await Promise.race([open().then(work), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

const ageOf = (at: string) => Date.parse(now()) - Date.parse(at);

/** Stores the signed-in user. What another user has left here is removed first. */
export async function storeUser(user: SessionUser): Promise<void> {
  const owner = ownerKey(user);
  const former = await withStore((db) => db.get('parts', userPart));
  if (former && former.owner !== owner) await forgetDevice();
  await withStore((db) => db.put('parts', { key: userPart, owner, at: now(), data: user }));
}

/** Returns the user whose data this device stores; null if there is none. */
export async function loadStoredUser(): Promise<SessionUser | null> {
  const part = await withStore((db) => db.get('parts', userPart));
  return part && ageOf(part.at) < userMs ? (part.data as SessionUser) : null;
}

/** Stores a copy for its owner. Does nothing if the device belongs to another user by now. */
export async function storeCopy(owner: Owner, key: string, data: unknown, tag = ''): Promise<void> {
  await withStore(async (db) => {
    const tx = db.transaction('parts', 'readwrite');
    const user = await tx.store.get(userPart);
    const part = { key, owner: ownerKey(owner), at: now(), data, tag };
    if (user?.owner === part.owner) await tx.store.put(part);
    await tx.done;
  });
}

/** Returns a copy that is not too old; null if there is none. */
export async function loadCopy<T>(owner: Owner, key: string): Promise<StoredCopy<T> | null> {
  const part = await withStore((db) => db.get('parts', key));
  if (!part || part.owner !== ownerKey(owner) || ageOf(part.at) > copiesMs) return null;
  return { data: part.data as T, at: part.at, tag: part.tag ?? '' };
}

/** Removes all copies that are too old or whose key is not among the given ones. */
export async function keepCopies(keys: ReadonlySet<string>): Promise<void> {
  await withStore(async (db) => {
    const tx = db.transaction('parts', 'readwrite');
    for (const { key, at } of await tx.store.getAll()) {
      if (key !== userPart && (!keys.has(key) || ageOf(at) > copiesMs)) await tx.store.delete(key);
    }
    await tx.done;
  });
}

/** Removes everything that is stored for use without a network. Unsent work is stored elsewhere and stays. */
export async function forgetDevice(): Promise<void> {
  await Promise.all([
    withStore((db) => db.clear('parts')),
    globalThis.caches?.delete(jobPhotosCache).catch(() => false),
  ]);
}
