/** What a session stores on the device: where to go after the next login, and unfinished work. */

const lastPageKey = 'lastPage';
/**
 * Prefix of the keys under which unfinished work is stored on the device, followed by a dot and the user's id. Signing
 * out removes it, but not that of other users of the device.
 */
export const draftPrefix = 'gable.draft.';

/** Stores where to go after the next login; null removes it. */
export function rememberReturnPath(path: string | null): void {
  storeItem(lastPageKey, path);
}

/**
 * Returns where to go after a login: the stored page unless it is a login page, else the start page. Can be read once.
 */
export function returnPathAfterLogin(): string {
  const path = loadItem(lastPageKey);
  rememberReturnPath(null);
  const isOurs = path !== null && /^\/(?![/\\])/.test(path);
  return isOurs && !/^\/(auth|force-reset-password)(\/|$|\?)/.test(path) ? path : '/dashboard';
}

/** Removes the unfinished work of one user. */
export function removeDrafts(userId: string): void {
  const isTheirs = (key: string) => key.startsWith(draftPrefix) && key.endsWith(`.${userId}`);
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
    for (const key of keys) if (isTheirs(key)) localStorage.removeItem(key);
  } catch {
    // Private browsing without storage: nothing was stored.
  }
}

/** Reads a stored value; null if there is none, or no storage. */
export function loadItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value. Null removes it, undefined leaves it as it is. */
export function storeItem(key: string, value: string | null | undefined): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else if (value !== undefined) localStorage.setItem(key, value);
  } catch {
    // Private browsing without storage: nothing can be stored.
  }
}
