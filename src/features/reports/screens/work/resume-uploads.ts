import { session } from '#web/session.ts';
import { draftDatabaseName } from './draft-database-name.ts';
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
export function resumeUploads({ id, subscriber_id }: Person): { again: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isChecking = false;
  let shouldRecheck = false;
  /** Reports already attempted. What cannot be sent now is shown to the user; constant retries would not help. */
  const attempted = new Set<string>();

  /** After signing out, the user's app shell may still be shown for a moment. */
  const isSignedIn = () => !isStopped && session.state().user?.id === id;

  async function check(): Promise<void> {
    clearTimeout(timer);
    if (!(await databaseExists(draftDatabaseName(subscriber_id, id)))) return;
    const { findUnsentWork } = await import('./draft-store.ts');
    const { supportsDraftLocks } = await import('./draft-lock.ts');
    const found = await findUnsentWork(subscriber_id, id);
    if (!isSignedIn()) return;
    setFoundWork(found);
    if (found.length === 0) return;
    timer = setTimeout(again, againMs);
    const free = found.filter(({ report_id, isHeld }) => !isHeld && !attempted.has(report_id));
    if (free.length === 0 || !supportsDraftLocks()) return;
    const { openEditors } = await import('./open-editors.ts');
    // One report at a time: they share a connection, which the user needs as well.
    for (const { report_id } of free) {
      if (!isSignedIn()) return;
      if (await openEditors.send(report_id, { id, subscriber_id })) attempted.add(report_id);
    }
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

/** Checked first, so that users who never wrote a report neither load the code nor get an empty database. */
async function databaseExists(name: string): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false;
  const all = await indexedDB.databases?.();
  return all?.some((one) => one.name === name) ?? true;
}
