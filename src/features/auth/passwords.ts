import { hash, verify } from '@node-rs/argon2';

/** argon2id with 64 MiB and three passes: about 100 ms of one core, off the main thread. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** The hash of nobody's password, so that an unknown address costs as much time as a known one. */
const nobody =
  '$argon2id$v=19$m=65536,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$2nQSd1vRv0bUjVSMBJLYyg3T5xrUj1Z8wcH1qHf2Zg4';

/** The hash to store for a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Whether the password fits; takes the same time when there is no hash to compare with. */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(storedHash ?? nobody, password).catch(() => false);
  return storedHash !== null && fits;
}
