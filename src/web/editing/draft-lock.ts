import { acquireDraft, browserLocks, type Locks } from '#web/editing/draft-ownership.ts';
import { newRecordId } from './new-record-id.ts';

const lockOf = (holder: string) => `gable-drafts-${holder}`;

/** Whether windows can see which drafts another window holds. */
export function supportsDraftLocks(): boolean {
  return browserLocks() !== null;
}

/**
 * Locks the drafts that one open editor stores on the device, so that no other window sends them too: two windows with
 * the same change would each merge their own text into it, and the server would accept only the first. If a holder's
 * lock is free, its window or page is gone, and whoever acquires the lock takes over its drafts.
 */
export function createDraftLock(locks: Locks | null = browserLocks()) {
  const me = newRecordId();
  const acquired = new Map<string, ReturnType<typeof acquireDraft>>();
  let isOver = false;

  /** Resolves to true if we hold the lock from now on, until `close`. */
  function own(holder: string): Promise<boolean> {
    const before = acquired.get(holder);
    if (before) return before.isOwner;
    if (isOver) return Promise.resolve(false);
    const draft = acquireDraft(lockOf(holder), locks);
    acquired.set(holder, draft);
    void draft.isOwner.then((isOurs) => {
      if (!isOurs) acquired.delete(holder);
    });
    return draft.isOwner;
  }

  return {
    me,
    own,
    /** Releases the locks, so that other editors can take over the remaining drafts. */
    close(): void {
      isOver = true;
      for (const draft of acquired.values()) draft.release();
    },
  };
}

/** The holders that are active in any window of this browser. */
export async function activeLockHolders(
  holders: readonly string[],
  locks: Locks | null = browserLocks(),
): Promise<Set<string>> {
  const { held = [] } = (await locks?.query()) ?? {};
  const names = new Set(held.map((lock) => lock.name));
  return new Set(holders.filter((holder) => names.has(lockOf(holder))));
}
