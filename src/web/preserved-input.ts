import { useEffect, useRef, useState } from 'react';
import { session, useUser } from './session.ts';

/** In memory only: what somebody types is nobody's business who uses the device later. */
const kept = new Map<string, unknown>();

// Also what was kept for screens that were not opened again.
session.subscribe(() => {
  if (session.hasLeft()) kept.clear();
});

/** What the same person was typing here when their session ended, told once; null for nothing. `usePreserveInput` keeps it. */
export function useRestoredInput<T>(name: string): T | null {
  const key = keyOf(useUser().id, name);
  const [found] = useState(() => (kept.get(key) ?? null) as T | null);
  return found;
}

/**
 * Keeps what somebody is typing when their session ends, until they have signed in again in this tab: `read` tells it at
 * that moment, null for nothing. Who signs out leaves nothing behind, and what is named as a secret is never kept.
 */
export function usePreserveInput(name: string, read: () => unknown): void {
  const key = keyOf(useUser().id, name);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    // Taken up: from here on it lives in the screen.
    kept.delete(key);
    return () => {
      if (session.state().status === 'signed-in' || session.hasLeft()) return;
      const typed = latest.current();
      if (typed !== null) kept.set(key, withoutSecrets(typed));
    };
  }, [key]);
}

const secretName = /secret|password|credential|token|api_?key/i;

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  // A file, for example, stays what it is.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const harmless = Object.entries(value).filter(([name]) => !secretName.test(name));
  return Object.fromEntries(harmless.map(([name, one]) => [name, withoutSecrets(one)]));
}

const keyOf = (userId: string, name: string) => `${userId} ${name}`;
