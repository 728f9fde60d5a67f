import type { Installation } from '#server/context.ts';
import { sha256Hex } from '#server/ids.ts';

/** Kind of link under which the address of a feed is known. */
export const feedLinkKind = 'calendar-feed';
// 27 characters of six bits: 162 bits that nobody guesses.
const secretLength = 27;

/** The secret of a feed: made of its id under the installation's key, so that it can be shown again and lies nowhere. */
export function feedSecret(installation: Pick<Installation, 'sign'>, feedId: string): string {
  return installation.sign('calendar-feed', feedId).slice(0, secretLength);
}

/** What is stored of a secret, and by which it is found. */
export function feedToken(secret: string): string {
  return sha256Hex(secret);
}
