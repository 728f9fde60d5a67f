import { useSyncExternalStore } from 'react';

/** What a person chose for this browser, stored under the key 'settings'. */
export interface Preferences {
  color: string;
  scheme: 'light' | 'dark' | 'auto';
  sidebar: 'full' | 'compact';
}

export const defaultPreferences: Preferences = { color: 'orange', scheme: 'auto', sidebar: 'full' };
const key = 'settings';

let current: Preferences = read();
const listeners = new Set<() => void>();

/** The settings now; unknown or broken stored values fall back to the defaults. */
export function getPreferences(): Preferences {
  return current;
}

/** Changes some settings and stores them for the next visit. */
export function changePreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    // Fields of a newer version that we do not know stay in place.
    localStorage.setItem(key, JSON.stringify({ ...stored(), ...current }));
  } catch {
    // Private mode without storage: the choice holds for this visit.
  }
  for (const listener of listeners) listener();
}

/** The settings, live, in a component. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferencesChange, getPreferences, getPreferences);
}

/** Tells of every change, also of those in other tabs; gives the way to stop. */
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
