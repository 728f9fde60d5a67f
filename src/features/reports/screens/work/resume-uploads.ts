import { session } from '#web/session.ts';
import { draftDatabaseName } from './draft-database-name.ts';
import { setFoundWork } from './unsent-work.ts';

interface Person {
  id: string;
  subscriber_id: string;
}

/** How long until what is in the hands of another window is looked at again. */
const againMs = 30_000;

/**
 * Looks whether this device holds work on reports that the server does not have, tells it and sends it: once, and again when
 * there is a connection again. Gives what looks once more, and what ends it all.
 */
export function resumeUploads({ id, subscriber_id }: Person): { again: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isLooking = false;
  let isWantedAgain = false;
  /** What cannot be sent now stays for the person, who is told; trying it all the time would help nobody. */
  const tried = new Set<string>();

  /** The shell of somebody who has just signed out may stand for a moment. */
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
    // One after the other: they share a road, and the person is on it too.
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
    // Without a store, or without the code for it: nothing is known to wait, and the next look comes.
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

/** Asked first, so that who never wrote a report neither loads the code for it nor gets an empty store. */
async function isThere(name: string): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false;
  const all = await indexedDB.databases?.();
  return all?.some((one) => one.name === name) ?? true;
}
