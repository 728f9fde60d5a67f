import { AppError } from '#wire/errors.ts';
import { isSaturated } from './saturation.ts';

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

/** While the process is busy, a company rests this many times as long as its transaction took. */
const restTimes = 2;
const longestRestMs = 500;
/** A company counts as active for this long after its last transaction began. */
const activeMs = 2_000;

/**
 * Creates the turns of a pool of `connections`. A company has at most two fifths of them at once; when companies wait,
 * they take turns, whatever each has asked for. While the process is busy and other companies are active, a
 * company has one at a time and rests after each, so that the others find the process free. One connection is always
 * left to the platform, whose short transactions (sessions, links, limits) need no turn.
 */
export function createTurns(connections: number, isBusyProcess = isSaturated): Turns {
  const total = Math.max(1, connections - 1);
  const share = Math.max(1, Math.floor(connections * 0.4));
  const running = new Map<string, number>();
  /** In the order in which the companies get their next turn. */
  const waiting = new Map<string, Waiter[]>();
  const resting = new Set<string>();
  /** When the last company began, and the last other one. */
  let [last, other] = [
    { company: '', at: Number.NEGATIVE_INFINITY },
    { company: '', at: Number.NEGATIVE_INFINITY },
  ];
  let busy = 0;

  const hasTurn = (company: string) =>
    busy < total && !resting.has(company) && (running.get(company) ?? 0) < shareOf(company);
  const shareOf = (company: string) => (mustYield(company) ? 1 : share);
  /** Whether others would wait for this company: they are active, and the process is busy. */
  const mustYield = (company: string) => {
    const { at } = last.company === company ? other : last;
    return performance.now() - at < activeMs && isBusyProcess();
  };
  const begin = (company: string) => {
    busy += 1;
    running.set(company, (running.get(company) ?? 0) + 1);
    if (last.company !== company) other = last;
    last = { company, at: performance.now() };
  };
  const rest = (company: string, ms: number) => {
    resting.add(company);
    setTimeout(
      () => {
        resting.delete(company);
        startWaiting();
      },
      Math.min(ms, longestRestMs),
    );
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
  const end = (company: string, took: number) => {
    busy -= 1;
    if (mustYield(company)) rest(company, took * restTimes);
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
      const began = performance.now();
      try {
        return await work();
      } finally {
        end(company, performance.now() - began);
      }
    },
  };
}

/** Builds the error for work that could not start in time; nothing was changed, so it can be repeated. */
export function busyError(): AppError {
  return new AppError('UNAVAILABLE', 'The server is busy. Please try again in a moment.', { retryAfter: 5 });
}
