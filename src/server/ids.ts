import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** Returns a new row id: uuid v7, so that later rows sort later. Generated here, since PostgreSQL 15 cannot. */
export function newId(): string {
  return v7();
}

/** Returns a new public id for links: 24 random URL-safe characters (144 bits), unrelated to the row's id. */
export function newPublicId(): string {
  return randomBytes(18).toString('base64url');
}

/** Returns a new secret for one user: 43 URL-safe characters (256 bits). Store only its `sha256Hex`. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 hash as 64 lowercase hex digits. */
export function sha256Hex(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
