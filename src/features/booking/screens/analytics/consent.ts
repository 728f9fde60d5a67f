import { useState } from 'react';

export type Consent = 'granted' | 'denied';

const storageKey = 'analytics-consent';
/** Answers given in this visit, for browsers that store nothing. */
const given = new Map<string, Consent>();

/** The visitor's answer for one measuring ID, null until there is one, and a function that changes it. */
export function useConsent(id: string): [Consent | null, (next: Consent) => void] {
  const [consent, setConsent] = useState(() => given.get(id) ?? stored()[id] ?? null);
  const change = (next: Consent) => {
    given.set(id, next);
    try {
      localStorage.setItem(storageKey, JSON.stringify({ ...stored(), [id]: next }));
    } catch {
      // Storage is unavailable.
    }
    setConsent(next);
  };
  return [consent, change];
}

function stored(): Record<string, Consent> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    const entries = Object.entries(value ?? {}).filter(([, one]) => one === 'granted' || one === 'denied');
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
