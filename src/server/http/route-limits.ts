import { LRUCache } from 'lru-cache';
import { type Route, routeKey } from '#wire/route.ts';
import type { Runtime } from '../runtime.ts';
import { keyedHash } from '../tokens.ts';
import type { CallFacts } from './call-contexts.ts';
import { ipBucket } from './ip-bucket.ts';
import { enforceRateLimit, limitGuesses, rateLimitedError } from './rate-limits.ts';

const visitorAccess: readonly string[] = ['public', 'link', 'anyone'];

/**
 * Returns the limit by address of a route that visitors may call and that declares none: wide enough for an office or a
 * hotel behind one address, and for all photos of a report.
 */
export function generalLimitOf({ limit, access, download }: Route): { max: number; minutes: number } | null {
  if (limit || !visitorAccess.includes(access)) return null;
  return { max: download ? 30_000 : 6_000, minutes: 10 };
}

/** Calls by bucket and window. In memory: a row for each read of a page would cost more than most of these reads. */
const counted = new WeakMap<object, LRUCache<string, number>>();

function countInMemory(
  { db, clock }: Runtime,
  bucket: string,
  { max, minutes }: { max: number; minutes: number },
) {
  const calls = counted.get(db) ?? new LRUCache<string, number>({ max: 50_000 });
  counted.set(db, calls);
  const key = `${bucket}:${Math.floor(Date.parse(clock.now()) / (minutes * 60_000))}`;
  const hits = (calls.get(key) ?? 0) + 1;
  calls.set(key, hits);
  if (hits > max) throw rateLimitedError(minutes);
}

/** Counts a call by its address, before any body is read. Throws RATE_LIMITED. */
export async function limitByIp(runtime: Runtime, route: Route, ip: string): Promise<void> {
  const general = generalLimitOf(route);
  if (general) countInMemory(runtime, `${routeKey(route)}:${ipBucket(ip)}`, general);
  if (route.limit?.by !== 'ip') return;
  const { max, minutes } = route.limit;
  await enforceRateLimit(runtime, `${routeKey(route)}:${ipBucket(ip)}`, max, minutes);
}

/** Counts a call by what it says, once its input is read. Throws RATE_LIMITED. */
export async function limitByInput(
  runtime: Runtime,
  route: Route,
  facts: Pick<CallFacts, 'claims' | 'ip' | 'link'>,
  input: unknown,
): Promise<void> {
  if (!route.limit) return;
  await limitGuessesOf(runtime, route.limit, facts, input);
  const { by, max, minutes, maxOfLink } = route.limit;
  if (maxOfLink !== undefined && facts.link)
    await enforceRateLimit(runtime, `${routeKey(route)}:${facts.link.id}`, maxOfLink, minutes);
  if (by === 'ip') return;
  const email = String((input as { email?: unknown }).email ?? '')
    .trim()
    .toLowerCase();
  const place = ipBucket(facts.ip);
  const who = by === 'account' ? (facts.claims?.userId ?? place) : `${email}:${place}`;
  await enforceRateLimit(runtime, `${routeKey(route)}:${who}`, max, minutes);
}

/** A value is counted as it is compared: in any letter case, and as a hash, because it may be secret. */
async function limitGuessesOf(
  runtime: Runtime,
  { guesses }: NonNullable<Route['limit']>,
  facts: Pick<CallFacts, 'ip'>,
  input: unknown,
): Promise<void> {
  if (!guesses) return;
  const value = (input as Record<string, unknown>)[guesses.field];
  if (typeof value !== 'string' || value.trim() === '') return;
  const hash = keyedHash(runtime.config.secretKey, 'guess', value.trim().toUpperCase());
  await limitGuesses(runtime, `${guesses.field}:${ipBucket(facts.ip)}`, hash, guesses);
}
