import { useSyncExternalStore } from 'react';

/** How often a server out of reach is asked again. */
const againMs = 5_000;

/** What the watch depends on; tests pass their own. */
interface Ports {
  /** Asks the server for a sign of life. */
  isReachable(): Promise<boolean>;
  /** Called when it answers again, before anything is sent. Resolves to false if it is out of reach after all. */
  onReturn(): Promise<boolean>;
  wait(milliseconds: number): Promise<void>;
}

let isOffline = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (isOffline === next) return;
  isOffline = next;
  for (const listener of listeners) listener();
}

/** Whether the server is out of reach. */
export function isOfflineNow(): boolean {
  return isOffline;
}

/** Whether the server is out of reach, kept up to date. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOfflineNow, () => false);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Watches the connection of this window. Browsers only know whether there is a network, not whether it leads anywhere:
 * so calls without an answer report a doubt, and a server out of reach is asked until it answers. Listeners of the
 * browser's `online` event learn of that too.
 */
export function watchConnection({ isReachable, onReturn, wait }: Ports): {
  /** The server is out of reach. */
  lose: () => void;
  /** Checks the connection, because a call got no answer. */
  doubt: () => void;
} {
  let isDoubting = false;
  const untilBack = async () => {
    while (isOffline) {
      const either = new AbortController();
      await Promise.race([wait(againMs), nextSign(either.signal)]);
      either.abort();
      if (navigator.onLine && (await isReachable()) && (await onReturn())) set(false);
    }
    window.dispatchEvent(new Event('online'));
  };
  const lose = () => {
    if (isOffline) return;
    set(true);
    void untilBack();
  };
  const doubt = async () => {
    if (isOffline || isDoubting) return;
    isDoubting = true;
    if (!(await isReachable())) lose();
    isDoubting = false;
  };
  window.addEventListener('offline', lose);
  if (!navigator.onLine) lose();
  return { lose, doubt: () => void doubt() };
}

/** Asks the server for a sign of life, without a session. A proxy answers 502 to 504 in the name of a server that is down. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(4_000);
    return (await fetch('/health', { method: 'HEAD', cache: 'no-store', signal })).status < 500;
  } catch {
    return false;
  }
}

/** Resolves when the browser has a network again, or the user returns to the page. */
function nextSign(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { signal });
    document.addEventListener('visibilitychange', () => resolve(), { signal });
  });
}
