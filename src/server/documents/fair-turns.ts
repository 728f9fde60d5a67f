import { AppError } from '#wire/errors.ts';
import { busyError, patienceMs } from '../db/turns.ts';

interface Waiter {
  readonly start: () => void;
}

/**
 * Runs work one at a time. Those who wait take turns by key: a thousand documents of one company delay the first one of
 * another by a single document. Throws RATE_LIMITED when `mostWaiting` of a key are waiting, and UNAVAILABLE without a turn
 * after `patience` milliseconds.
 */
export function createFairTurns(mostWaiting: number, patience = patienceMs) {
  /** What waits, by key; the key whose turn is next comes first. */
  const waiting = new Map<string, readonly Waiter[]>();
  let isBusy = false;
  let idle: (() => void)[] = [];

  /** Starts what is next after work of `done`, whose own line comes last. */
  function next(done: string): void {
    const line = waiting.get(done);
    if (line) {
      waiting.delete(done);
      waiting.set(done, line);
    }
    const [first] = waiting;
    if (!first) {
      isBusy = false;
      for (const notify of idle) notify();
      idle = [];
      return;
    }
    const [key, [waiter, ...rest]] = first;
    if (rest.length > 0) waiting.set(key, rest);
    else waiting.delete(key);
    waiter?.start();
  }

  function leave(key: string, waiter: Waiter): void {
    const rest = (waiting.get(key) ?? []).filter((one) => one !== waiter);
    if (rest.length > 0) waiting.set(key, rest);
    else waiting.delete(key);
  }

  function wait(key: string): Promise<void> {
    const line = waiting.get(key) ?? [];
    if (line.length >= mostWaiting) return Promise.reject(lineFull());
    return new Promise((resolve, reject) => {
      const waiter = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave(key, waiter);
        reject(busyError());
      }, patience);
      waiting.set(key, [...line, waiter]);
    });
  }

  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (isBusy) await wait(key);
      isBusy = true;
      try {
        return await work();
      } finally {
        next(key);
      }
    },
    /** Resolves once nothing runs or waits any more. */
    whenIdle: (): Promise<void> =>
      isBusy ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve(),
  };
}

const secondsToComeBack = 10;

/** Not a failure: the caller gets a time to retry after, and the queue retries a job. */
function lineFull(): AppError {
  const message = 'Too many documents and images are waiting. Try again in a moment.';
  return new AppError('RATE_LIMITED', message, { retryAfter: secondsToComeBack });
}
