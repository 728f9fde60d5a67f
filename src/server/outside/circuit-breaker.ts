/** Tracks which outside service is failing for which credential, so that callers do not wait for one that is down. */
export interface CircuitBreaker {
  /** Whether calls under this key are currently rejected without being sent. */
  isOpen(key: string, nowMs: number): boolean;
  failed(key: string, nowMs: number): void;
  succeeded(key: string): void;
}

const failuresToOpen = 5;
const countedMs = 30_000;
const openMs = 60_000;

interface Line {
  failures: number[];
  openUntil: number;
}

/**
 * Creates a breaker with a circuit per key (provider and credential): 5 failures within 30 s open it for 60 s; a
 * success resets it.
 */
export function createCircuitBreaker(): CircuitBreaker {
  const lines = new Map<string, Line>();
  return {
    isOpen: (key, nowMs) => (lines.get(key)?.openUntil ?? 0) > nowMs,
    failed(key, nowMs) {
      const line = lines.get(key) ?? { failures: [], openUntil: 0 };
      line.failures = [...line.failures.filter((at) => at > nowMs - countedMs), nowMs];
      if (line.failures.length >= failuresToOpen) {
        line.openUntil = nowMs + openMs;
        line.failures = [];
      }
      lines.set(key, line);
    },
    succeeded(key) {
      lines.delete(key);
    },
  };
}
