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
  let isOver = false;
  let isLooking = false;
  let isWantedAgain = false;
  /** Reports already attempted. What cannot be sent now is shown to the user; constant retries would not help. */
  const tried = new Set<string>();

  /** After signing out, the user's app shell may still be shown for a moment. */
  const isTheirs = () => !isOver && session.state().user?.id === id;

  async function look(): Promise<void> {
    clearTimeout(timer);
    if (!(await isThere(draftDatabaseName(subscriber_id, id)))) return;
    const { findUnsentWork: workOnDevice } = await import('./draft-store.ts');
    const { supportsDraftLocks: knowsHolders } = await import('./draft-lock.ts');
    const found = await workOnDevice(subscriber_id, id);
    if (!isTheirs()) return;
    setFoundWork(found);
    if (found.length === 0) return;
    timer = setTimeout(again, againMs);
    const free = found.filter(({ report_id, isHeld }) => !isHeld && !tried.has(report_id));
    if (free.length === 0 || !knowsHolders()) return;
    const { openEditors } = await import('./open-editors.ts');
    // One report at a time: they share a connection, which the user needs as well.
    for (const { report_id } of free) {
      if (!isTheirs()) return;
      if (await openEditors.send(report_id, { id, subscriber_id })) tried.add(report_id);
    }
  }

  function again(): void {
    if (isOver) return;
    isWantedAgain = isLooking;
    if (isLooking) return;
    isLooking = true;
    // If the store or its code cannot be loaded, no unsent work is known, and the next check follows.
    look()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
        if (isWantedAgain) again();
      });
  }

  function nowOnline(): void {
    tried.clear();
    again();
  }

  window.addEventListener('online', nowOnline);
  again();
  return {
    again,
    stop() {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', nowOnline);
      setFoundWork([]);
    },
  };
}

/** Checked first, so that users who never wrote a report neither load the code nor get an empty database. */
async function isThere(name: string): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false;
  const all = await indexedDB.databases?.();
  return all?.some((one) => one.name === name) ?? true;
}
