import { newReportId } from './new-report-id.ts';

type Locks = Pick<LockManager, 'request' | 'query'>;

const lockOf = (holder: string) => `gable-drafts-${holder}`;
/** Missing on addresses that are not secure, as those of a LAN: there every window takes what it finds. */
const browserLocks = (): Locks | null => globalThis.navigator?.locks ?? null;

/** Can windows know of each other what is in whose hands? */
export function supportsDraftLocks(): boolean {
  return browserLocks() !== null;
}

/**
 * Holds what one open editor keeps on the device, so that no other window sends it too: two that go on with the same change
 * would each merge its own words into it, and the server takes the first. A holder whose lock is free is gone, with its
 * window or its page: who gets the lock is its heir.
 */
export function createDraftLock(locks: Locks | null = browserLocks()) {
  const me = newReportId();
  const asked = new Map<string, Promise<boolean>>();
  let isOver = false;
  let end: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });

  /** True when it is ours from now on, until `close`. */
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
        // A frame that may not lock is as alone as a browser that cannot.
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
    /** Lets others inherit what is left. */
    close(): void {
      isOver = true;
      end();
    },
  };
}

/** Those of the holders that are alive, in any window of this browser. */
export async function activeLockHolders(
  holders: readonly string[],
  locks: Locks | null = browserLocks(),
): Promise<Set<string>> {
  const { held = [] } = (await locks?.query()) ?? {};
  const names = new Set(held.map((lock) => lock.name));
  return new Set(holders.filter((holder) => names.has(lockOf(holder))));
}
