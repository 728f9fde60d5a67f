import { newReportId } from './new-report-id.ts';

type Locks = Pick<LockManager, 'request' | 'query'>;

const lockOf = (holder: string) => `gable-drafts-${holder}`;
/** Missing on insecure origins, such as LAN addresses: there, every window takes over the drafts it finds. */
const browserLocks = (): Locks | null => globalThis.navigator?.locks ?? null;

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
  const me = newReportId();
  const asked = new Map<string, Promise<boolean>>();
  let isOver = false;
  let end: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });

  /** Resolves to true if we hold the lock from now on, until `close`. */
  function own(holder: string): Promise<boolean> {
    const before = asked.get(holder);
    if (before) return before;
    const answer = new Promise<boolean>((tell) => {
      if (!locks || isOver) return tell(!isOver);
      locks
        .request(lockOf(holder), { ifAvailable: true }, (lock) => {
          tell(lock !== null);
          return lock ? over : undefined;
        })
        // A frame that may not use locks behaves like a browser without them.
        .catch(() => tell(true));
    });
    asked.set(holder, answer);
    void answer.then((isOurs) => {
      if (!isOurs) asked.delete(holder);
    });
    return answer;
  }

  return {
    me,
    own,
    /** Releases the locks, so that other editors can take over the remaining drafts. */
    close(): void {
      isOver = true;
      end();
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
