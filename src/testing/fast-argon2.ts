import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

/**
 * Stands in for the library of password hashes in tests: real hashes at the least cost. A hundred milliseconds of a core
 * for each login were a tenth of the tests' time. What was asked for is kept, so that a test sees the cost of a real one.
 */
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;

/** The cost that was asked for, last one last. */
export const requestedCosts: (Argon2.Options | null | undefined)[] = [];

/** The hash of a password, quickly. */
export const hash: typeof Argon2.hash = (password, options, signal) => {
  requestedCosts.push(options);
  return real.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal);
};

/** Whether a hash is the password's. */
export const verify: typeof Argon2.verify = (...given) => real.verify(...given);
