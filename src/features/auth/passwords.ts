import { hash, verify } from '@node-rs/argon2';

/** argon2id with 64 MiB and three passes: about 100 ms of one core, off the main thread. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** A dummy hash, so that an unknown address takes as long as a known one. */
const dummyHash =
  '$argon2id$v=19$m=65536,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$2nQSd1vRv0bUjVSMBJLYyg3T5xrUj1Z8wcH1qHf2Zg4';

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Verifies a password against a hash; takes the same time without a hash. */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(storedHash ?? dummyHash, password).catch(() => false);
  return storedHash !== null && fits;
}
