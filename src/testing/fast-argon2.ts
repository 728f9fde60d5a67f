import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

/**
 * Replaces the password hash library in tests: real hashes at the lowest cost, because 100 ms of CPU per login took a
 * tenth of the test time. Records the cost that was requested, so that a test can check it.
 */
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;

/** The requested costs, oldest first. */
export const requestedCosts: (Argon2.Options | null | undefined)[] = [];

/** Hashes a password at the lowest cost. */
export const hash: typeof Argon2.hash = (password, options, signal) => {
  requestedCosts.push(options);
  return real.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal);
};

/** Whether the hash belongs to the password. */
export const verify: typeof Argon2.verify = (...given) => real.verify(...given);
