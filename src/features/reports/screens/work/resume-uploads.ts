import { session } from '#web/session.ts';
import { draftDatabaseName } from './draft-database-name.ts';
import type { UnsentWorkFound } from './draft-store.ts';
import { setFoundWork } from './unsent-work.ts';

interface Person {
  id: string;
  subscriber_id: string;
}

/** How often work held by another window is checked again. */
const againMs = 30_000;

/**
 * Finds work on reports that is only on this device, shows it and sends it, now and whenever the connection returns.
 * Returns functions to check again and to stop.
 */
export function resumeUploads(person: Person): { again: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isChecking = false;
  let shouldRecheck = false;
  /** Reports already attempted. What cannot be sent now is shown to the user; constant retries would not help. */
  const attempted = new Set<string>();
  /** After signing out, the user's app shell may still be shown for a moment. */
  const isSignedIn = () => !isStopped && session.state().user?.id === person.id;

  async function check(): Promise<void> {
    clearTimeout(timer);
    const found = await findWork(person);
    if (!found || !isSignedIn()) return;
    setFoundWork(found);
    if (found.length === 0) return;
    timer = setTimeout(again, againMs);
    await sendAbandoned(found, person, attempted, isSignedIn);
  }

  function again(): void {
    if (isStopped) return;
    shouldRecheck = isChecking;
    if (isChecking) return;
    isChecking = true;
    // If the store or its code cannot be loaded, no unsent work is known, and the next check follows.
    check()
      .catch(() => {})
      .finally(() => {
        isChecking = false;
        if (shouldRecheck) again();
      });
  }

  function nowOnline(): void {
    attempted.clear();
    again();
  }

  window.addEventListener('online', nowOnline);
  again();
  return {
    again,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', nowOnline);
      setFoundWork([]);
    },
  };
}

/** The work on this device; null if this browser has never stored any. */
async function findWork({ id, subscriber_id }: Person): Promise<UnsentWorkFound[] | null> {
  if (!(await databaseExists(draftDatabaseName(subscriber_id, id)))) return null;
  const { findUnsentWork } = await import('./draft-store.ts');
  return findUnsentWork(subscriber_id, id);
}

/** Sends the work that no active editor holds, and records what was attempted. */
async function sendAbandoned(
  found: readonly UnsentWorkFound[],
  person: Person,
  attempted: Set<string>,
  isSignedIn: () => boolean,
): Promise<void> {
  const { supportsDraftLocks } = await import('../../../../web/editing/draft-lock.ts');
  const free = found.filter(({ report_id, isHeld }) => !isHeld && !attempted.has(report_id));
  if (free.length === 0 || !supportsDraftLocks()) return;
  const { openEditors } = await import('./open-editors.ts');
  // One report at a time: they share a connection, which the user needs as well.
  for (const { report_id } of free) {
    if (!isSignedIn()) return;
    if (await openEditors.send(report_id, person)) attempted.add(report_id);
  }
}

/** Checked first, so that users who never wrote a report neither load the code nor get an empty database. */
async function databaseExists(name: string): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false;
  const all = await indexedDB.databases?.();
  return all?.some((one) => one.name === name) ?? true;
}
