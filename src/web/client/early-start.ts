import { loadItem, storeItem } from './stored-session.ts';

/** The answers of the call that the document sends before any script has loaded; see app.html. */
export interface EarlyStart {
  /** The response of that call, which replaces the first refresh; null if there was none or it was taken already. */
  takeResponse(): Promise<Response | null>;
  /** Stores the reads that came with the response. */
  accept(answer: unknown): void;
  /**
   * Returns the stored response of a read, once. Also remembers the read for the next start at this address. A read that
   * is sent as POST is named by its URL, a space and its body.
   */
  takeRead(read: string): unknown;
  /** Drops all stored responses, because a write or another session has made them wrong. */
  drop(): void;
}

declare global {
  interface Window {
    gableStart?: Promise<Response> | undefined;
  }
}

/** Per address, the reads that its page sent first. app.html reads it too. */
const storageKey = 'gable.first-reads';
/** As long as the cache of a tab considers its data fresh. */
const validMs = 5_000;
const maxReads = 12;
const maxAddresses = 40;

/** Connects a client to the call that the document has sent. Without one (server, tests) nothing is early. */
export function createEarlyStart(now: () => number = () => performance.now()): EarlyStart {
  let ready = new Map<string, unknown>();
  let startedAt: number | null = null;
  let address = '';
  const first: string[] = [];
  const isFresh = () => startedAt !== null && now() - startedAt < validMs;
  return {
    async takeResponse() {
      if (typeof window === 'undefined') return null;
      const sent = window.gableStart;
      window.gableStart = undefined;
      // A failed call is repeated by the client, which knows how often and when to stop.
      return (await sent?.catch(() => null)) ?? null;
    },
    accept(answer) {
      const { data } = (answer ?? {}) as { data?: { reads?: Record<string, unknown> } };
      startedAt = now();
      address = addressNow();
      ready = new Map(Object.entries(data?.reads ?? {}));
    },
    takeRead(url) {
      if (!isFresh()) return undefined;
      if (url !== '/v2/auth/me' && addressNow() === address) rememberRead(first, url);
      const answer = ready.get(url);
      ready.delete(url);
      return answer;
    },
    drop: () => ready.clear(),
  };
}

const addressNow = () => window.location.pathname + window.location.search;

/** Forgets which reads pages send first: they may contain what the user has searched for. */
export function forgetFirstReads(): void {
  storeItem(storageKey, null);
}

// Only for addresses without a query, so that the device stores no search texts and no filters.
function rememberRead(first: string[], url: string): void {
  if (window.location.search || first.length >= maxReads || first.includes(url) || url.length > 500) return;
  first.push(url);
  const others = Object.entries(stored()).filter(([path]) => path !== window.location.pathname);
  const all = [...others.slice(-maxAddresses), [window.location.pathname, first]];
  storeItem(storageKey, JSON.stringify(Object.fromEntries(all)));
}

function stored(): Record<string, string[]> {
  try {
    return JSON.parse(loadItem(storageKey) ?? '{}') as Record<string, string[]>;
  } catch {
    return {};
  }
}
