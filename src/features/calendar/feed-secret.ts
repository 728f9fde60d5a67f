import type { Installation } from '#server/context.ts';
import { sha256Hex } from '#server/ids.ts';

/** The link kind that identifies feed URLs. */
export const feedLinkKind = 'calendar-feed';
// 27 characters of six bits: 162 bits can't be guessed.
const secretLength = 27;

/**
 * Returns the secret of a feed, derived from its id with the installation's key, so that it can be shown again without
 * being stored.
 */
export function feedSecret(installation: Pick<Installation, 'sign'>, feedId: string): string {
  return installation.sign('calendar-feed', feedId).slice(0, secretLength);
}

/** Returns the stored token of a secret, by which the feed is found. */
export function feedToken(secret: string): string {
  return sha256Hex(secret);
}
