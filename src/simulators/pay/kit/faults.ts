export type FaultAction =
  | { readonly kind: 'latency'; readonly ms: number }
  /** No work is done and no response is sent. */
  | { readonly kind: 'timeout_before_commit' }
  /** All work is done but no response is sent: the most valuable fault. */
  | { readonly kind: 'timeout_after_commit' }
  | { readonly kind: 'reset' }
  /** The connection breaks after the work is done. */
  | { readonly kind: 'reset_after_commit' }
  | { readonly kind: 'status'; readonly code: number; readonly body?: string }
  | { readonly kind: 'malformed_json' }
  | { readonly kind: 'rate_limit'; readonly retryAfter: number }
  | { readonly kind: 'auth_revoked' }
  | { readonly kind: 'truncate' };

/**
 * A fault for the calls it matches: starts with the `nth` of them (default 1) and applies `times` times (default 1).
 */
export interface Fault {
  readonly match?: {
    readonly method?: string;
    /** Part of the path, or a pattern. */
    readonly path?: string | RegExp;
    /** Part of the body, for providers with one address for everything. */
    readonly body?: string;
    readonly nth?: number;
  };
  readonly action: FaultAction;
  readonly times?: number;
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** Returns the fault for this call, or null, and counts the call. */
  for(call: { method: string; path: string; text: string }): FaultAction | null;
}

/** Creates a list of faults that waits for matching calls. */
export function createFaults(): Faults {
  let waiting: { fault: Fault; seen: number; used: number }[] = [];
  return {
    add: (fault) => void waiting.push({ fault, seen: 0, used: 0 }),
    clear: () => {
      waiting = [];
    },
    for(call) {
      for (const one of waiting) {
        if (!matches(one.fault, call)) continue;
        one.seen += 1;
        const isDue = one.seen >= (one.fault.match?.nth ?? 1) && one.used < (one.fault.times ?? 1);
        if (!isDue) continue;
        one.used += 1;
        return one.fault.action;
      }
      return null;
    },
  };
}

function matches({ match }: Fault, call: { method: string; path: string; text: string }): boolean {
  if (!match) return true;
  if (match.method && match.method !== call.method) return false;
  if (match.body && !call.text.includes(match.body)) return false;
  if (match.path === undefined) return true;
  return typeof match.path === 'string' ? call.path.includes(match.path) : match.path.test(call.path);
}
