import type { Installation } from './context.ts';
import { secretsEqual } from './tokens.ts';

/**
 * Creates the personal part of a client's link (`?p=`): it names a row of appointment_people and proves it by a keyed
 * hash over id and version. It can be recreated at any time for a new mail and becomes invalid when the version is
 * raised.
 */
export function createPersonalToken(installation: Installation, id: string, version: number): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
  return `${bytes}.${proof(installation, id, version)}`;
}

/** Returns the address of a page with the personal part of this person, a row of appointment_people. */
export function personalUrl(
  installation: Installation,
  path: string,
  person: { id: string; link_version: number },
): string {
  return `${installation.publicUrl}${path}?p=${createPersonalToken(installation, person.id, person.link_version)}`;
}

/** Returns the id in a personal token, or null when it is malformed. Not yet verified: see `verifyPersonalToken`. */
export function parsePersonalToken(token: string | undefined): string | null {
  const part = token?.split('.')[0];
  if (!part) return null;
  const hex = Buffer.from(part, 'base64url').toString('hex');
  if (hex.length !== 32) return null;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Whether the token is genuine for this row and its current version. */
export function verifyPersonalToken(
  installation: Installation,
  token: string,
  id: string,
  version: number,
): boolean {
  const given = token.split('.')[1] ?? '';
  return secretsEqual(given, proof(installation, id, version));
}

function proof(installation: Installation, id: string, version: number): string {
  return installation.sign('personal-link', `${id}:${version}`).slice(0, 27);
}
