import { AppError } from '#wire/errors.ts';

/** How long a transaction waits for a connection or a lock before it is refused, in milliseconds. */
export const patienceMs = 40_000;

/** Admits transactions to the connections of a pool so that no company can occupy all of them. */
export interface Turns {
  /** Runs `work` when it is the turn of `company`. Throws UNAVAILABLE after `patienceMs` without a turn. */
  run<T>(company: string, work: () => Promise<T>): Promise<T>;
}

interface Waiter {
  start: () => void;
}

/**
 * Creates the turns of a pool of `connections`. A company has at most two fifths of them at once; when companies wait,
 * they take turns, whatever each has asked for. One connection is always left to the platform, whose short transactions
 * (sessions, links, limits) need no turn.
 */
export function createTurns(connections: number): Turns {
  const total = Math.max(1, connections - 1);
  const share = Math.max(1, Math.floor(connections * 0.4));
  const running = new Map<string, number>();
  /** In the order in which the companies get their next turn. */
  const waiting = new Map<string, Waiter[]>();
  let busy = 0;

  const hasTurn = (company: string) => busy < total && (running.get(company) ?? 0) < share;
  const begin = (company: string) => {
    busy += 1;
    running.set(company, (running.get(company) ?? 0) + 1);
  };
  const startWaiting = () => {
    for (const [company, line] of waiting) {
      if (busy >= total) return;
      const first = hasTurn(company) ? line.shift() : undefined;
      if (!first) continue;
      waiting.delete(company);
      if (line.length > 0) waiting.set(company, line);
      begin(company);
      first.start();
    }
  };
  const end = (company: string) => {
    busy -= 1;
    const left = (running.get(company) ?? 1) - 1;
    if (left > 0) running.set(company, left);
    else running.delete(company);
    startWaiting();
  };
  const wait = (company: string) =>
    new Promise<void>((resolve, reject) => {
      const line = waiting.get(company) ?? [];
      const waiter = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(waiter), 1);
        if (line.length === 0) waiting.delete(company);
        reject(busyError());
      }, patienceMs);
      line.push(waiter);
      waiting.set(company, line);
    });

  return {
    async run(company, work) {
      if (!waiting.has(company) && hasTurn(company)) begin(company);
      else await wait(company);
      try {
        return await work();
      } finally {
        end(company);
      }
    },
  };
}

/** Builds the error for work that could not start in time; nothing was changed, so it can be repeated. */
export function busyError(): AppError {
  return new AppError('UNAVAILABLE', 'The server is busy. Please try again in a moment.', { retryAfter: 5 });
}
