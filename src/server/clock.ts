import { asInstant, type Instant } from '#domain/base/time.ts';

/** Source of the current time: the system clock in production, a manually advanced clock in tests. */
export interface Clock {
  now(): Instant;
}

/** The system clock. Nothing else in the server reads it. */
export const systemClock: Clock = {
  now: () => asInstant(new Date().toISOString()),
};

/** A clock that only moves when it is advanced. */
export interface TestClock extends Clock {
  set(instant: string): void;
  /** Moves the clock by milliseconds; negative values move it back. */
  advance(milliseconds: number): void;
}

/** Creates a clock for tests that starts at `at` (ISO, any offset) and only moves when it is advanced. */
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

function millisecondsOf(instant: string): number {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) throw new Error(`not an instant: ${instant}`);
  return ms;
}

/** Converts an instant to a Date, for libraries that accept nothing else. */
export function dateOf(instant: Instant): Date {
  return new Date(millisecondsOf(instant));
}
