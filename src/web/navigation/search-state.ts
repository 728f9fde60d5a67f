import { useSyncExternalStore } from 'react';

/** What is open: the search, the list of keyboard shortcuts, or nothing. */
export type SearchOverlay = 'search' | 'shortcuts' | null;

let state: SearchOverlay = null;
const listeners = new Set<() => void>();

/** Opens the search or the list of shortcuts from anywhere; null closes them. */
export function showSearchOverlay(next: SearchOverlay): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Returns what is open. */
export function useSearchOverlay(): SearchOverlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => state,
  );
}
