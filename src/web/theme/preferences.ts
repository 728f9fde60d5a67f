import { useSyncExternalStore } from 'react';

/** The user's choices in this browser, stored under the key 'settings'. */
export interface Preferences {
  color: string;
  scheme: 'light' | 'dark' | 'auto';
  sidebar: 'full' | 'compact';
}

const defaultPreferences: Preferences = { color: 'orange', scheme: 'auto', sidebar: 'full' };
const key = 'settings';

let current: Preferences = read();
const listeners = new Set<() => void>();

/** Returns the current preferences; unknown or invalid stored values are replaced by the defaults. */
export function getPreferences(): Preferences {
  return current;
}

/** Changes some preferences and stores them. */
export function changePreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    // Preserves fields of a newer version that this one does not know.
    localStorage.setItem(key, JSON.stringify({ ...stored(), ...current }));
  } catch {
    // Private browsing without storage: the choice applies to this visit only.
  }
  for (const listener of listeners) listener();
}

/** Returns the live preferences in a component. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferencesChange, getPreferences, getPreferences);
}

/** Subscribes to changes, including those in other tabs. Returns a function that unsubscribes. */
export function onPreferencesChange(listener: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== key) return;
    current = read();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

function stored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function read(): Preferences {
  const from = stored();
  const scheme = from.scheme;
  return {
    color: typeof from.color === 'string' ? from.color : defaultPreferences.color,
    scheme: scheme === 'light' || scheme === 'dark' || scheme === 'auto' ? scheme : defaultPreferences.scheme,
    sidebar: from.sidebar === 'compact' ? 'compact' : 'full',
  };
}
