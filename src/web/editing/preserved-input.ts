import { useEffect, useRef, useState } from 'react';
import { session, useUser } from '../session.ts';

/** In memory only: the next user of the device must not see it. */
const preserved = new Map<string, unknown>();

// Also discards input of screens that were not opened again.
session.subscribe(() => {
  if (session.hasLeft()) preserved.clear();
});

/** Returns once what the same user was typing here when their session ended, or null. `usePreserveInput` stores it. */
export function useRestoredInput<T>(name: string): T | null {
  const key = keyOf(useUser().id, name);
  const [found] = useState(() => (preserved.get(key) ?? null) as T | null);
  return found;
}

/**
 * Preserves what the user is typing when their session ends, until they sign in again in this tab. `read` returns it at
 * that moment, or null. Signing out discards it, and fields named as secrets are never preserved.
 */
export function usePreserveInput(name: string, read: () => unknown): void {
  const key = keyOf(useUser().id, name);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    // Restored: from now on the screen holds it.
    preserved.delete(key);
    return () => {
      if (session.state().status === 'signed-in' || session.hasLeft()) return;
      const typed = latest.current();
      if (typed !== null) preserved.set(key, withoutSecrets(typed));
    };
  }, [key]);
}

const secretName = /secret|password|credential|token|api_?key/i;

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  // Other objects, such as files, stay unchanged.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const harmless = Object.entries(value).filter(([name]) => !secretName.test(name));
  return Object.fromEntries(harmless.map(([name, one]) => [name, withoutSecrets(one)]));
}

const keyOf = (userId: string, name: string) => `${userId} ${name}`;
