import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A new id for a row: uuid v7, so that rows made later sort later. Made here, since PostgreSQL 15 cannot. */
export function newId(): string {
  return v7();
}

/** A public id for links: 24 random URL-safe characters (144 bits), unrelated to the row's id. */
export function newPublicId(): string {
  return randomBytes(18).toString('base64url');
}

/** A secret to hand to one person: 43 URL-safe characters (256 bits). Store only its `sha256Hex`. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 as 64 lower-case hex digits. */
export function sha256Hex(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
