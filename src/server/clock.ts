import { asInstant, type Instant } from '#domain/base/time.ts';

/** Where "now" comes from: the machine in service, a hand-moved clock in tests. */
export interface Clock {
  now(): Instant;
}

/** The machine's clock: the only place of the server that reads it. */
export const systemClock: Clock = {
  now: () => asInstant(new Date().toISOString()),
};

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  set(instant: string): void;
  /** Moves by milliseconds, forwards (or backwards, when negative). */
  advance(milliseconds: number): void;
}

/** A clock for tests that starts at `at` (ISO, any offset) and moves only by hand. */
export function testClock(at: string): TestClock {
  let ms = millisecondsOf(at);
  return {
    now: () => asInstant(new Date(ms).toISOString()),
    set: (instant) => {
      ms = millisecondsOf(instant);
    },
    advance: (milliseconds) => {
      ms += milliseconds;
    },
  };
}

/** Milliseconds between two instants, for what is measured and not stored. */
export function millisecondsBetween(from: Instant, to: Instant): number {
  return millisecondsOf(to) - millisecondsOf(from);
}

function millisecondsOf(instant: string): number {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) throw new Error(`not an instant: ${instant}`);
  return ms;
}

/** The instant as a Date: for libraries that take nothing else. */
export function dateOf(instant: Instant): Date {
  return new Date(millisecondsOf(instant));
}
