import { type IDBPDatabase, openDB } from 'idb';
import { draftDatabaseNames } from './draft-database-name.ts';

/** Counts the changes, photos and videos of all users of this browser that the server does not have yet. */
export async function countUnsentOnDevice(): Promise<number> {
  const counts = await inEach(async (db) => (await db.count('ops')) + (await db.count('photos')));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Removes the copies of reports without unsent work. What waits to be sent stays for its author, with its base. */
export async function removeSentReports(): Promise<void> {
  await inEach(async (db) => {
    const tx = db.transaction(['ops', 'photos', 'reports'], 'readwrite');
    const waiting = [tx.objectStore('ops').index('report_id'), tx.objectStore('photos').index('report_id')];
    for (const id of await tx.objectStore('reports').getAllKeys()) {
      const counts = await Promise.all(waiting.map((index) => index.count(id)));
      if (counts.every((count) => count === 0)) await tx.objectStore('reports').delete(id);
    }
    await tx.done;
  });
}

/** Runs work on each draft database, in the version that it has. One that cannot be read is left out. */
async function inEach<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const name of await draftDatabaseNames()) {
    const db = await openDB(name, undefined, { blocking: (_now, _next, event) => closeOf(event) });
    try {
      results.push(await work(db));
    } catch {
      // A store of another version.
    } finally {
      db.close();
    }
  }
  return results;
}

const closeOf = (event: IDBVersionChangeEvent) => (event.target as IDBDatabase).close();
