/** Whether a person or a machine opened a mail or one of its links. Mail servers load both ahead, and scanners open all. */
import { type Instant, toEpochMs } from '../base/time.ts';

/** A request for the picture or a link of a mail. */
export interface Hit {
  method: string;
  userAgent: string;
  acceptLanguage: string;
  /** What browsers send that load a page ahead. */
  purpose: string;
  /** Null while the mail is being handed over. */
  sentAt: Instant | null;
  at: Instant;
}

/** The part of a click's token for a link that no reader sees. */
export const hiddenLink = 'x';

const prefetchMs = 10_000;
const atOnceMs = 2000;
/** Apple's privacy protection says nothing else; Gmail loads ahead as an old browser. */
const prefetcher = /^Mozilla\/5\.0$|Edge\/12\.246/;
const scanner =
  /bot\b|crawl|spider|scan|preview|safelinks|barracuda|proofpoint|mimecast|urldefense|headless|python|curl|wget|go-http|okhttp|java\/|axios|node-fetch|undici/i;

/** Returns whether a mail's picture was probably loaded without a reader. A proxy that loads it later does so for one. */
export function isMachineOpen(hit: Hit): boolean {
  const isEarly = hit.sentAt === null || toEpochMs(hit.at) - toEpochMs(hit.sentAt) < prefetchMs;
  return isEarly || isNoReader(hit) || prefetcher.test(hit.userAgent);
}

/** Returns whether a link was probably opened by a scanner, by what the request itself shows. */
export function isMachineClick(hit: Hit, part: string): boolean {
  return part === hiddenLink || hit.acceptLanguage === '' || isNoReader(hit);
}

function isNoReader({ method, userAgent, purpose }: Hit): boolean {
  return (
    method === 'HEAD' || userAgent === '' || scanner.test(userAgent) || /prefetch|preview/i.test(purpose)
  );
}

/**
 * Returns whether a click belongs to a scan: all links of the mail, or its hidden one, within two seconds of it. `links` is
 * how many the mail has; with a single one only the hidden link shows a scan.
 */
export function isPartOfScan(
  at: Instant,
  clicks: readonly { part: string; at: Instant }[],
  links: number,
): boolean {
  const close = clicks.filter((click) => Math.abs(toEpochMs(click.at) - toEpochMs(at)) <= atOnceMs);
  const parts = new Set(close.map(({ part }) => part));
  return parts.has(hiddenLink) || (links > 1 && parts.size >= links);
}
