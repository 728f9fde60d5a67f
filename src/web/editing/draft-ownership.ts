export type Locks = Pick<LockManager, 'request' | 'query'>;

/** Missing on insecure origins, such as LAN addresses, and in some frames: there, every window owns what it finds. */
export const browserLocks = (): Locks | null => globalThis.navigator?.locks ?? null;

/**
 * Makes this window the owner of a draft on the device, until `release` or until the window is gone. Resolves to false
 * if another one owns it: that draft is in use and must not be offered, overwritten or sent here.
 */
export function acquireDraft(
  name: string,
  locks: Locks | null = browserLocks(),
): { isOwner: Promise<boolean>; release: () => void } {
  if (!locks) return { isOwner: Promise.resolve(true), release: () => undefined };
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isOwner = new Promise<boolean>((resolve) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : until;
      })
      // A frame that may not use locks behaves like a browser without them.
      .catch(() => resolve(true));
  });
  return { isOwner, release };
}
