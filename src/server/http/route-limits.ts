import { type Route, routeKey } from '#wire/route.ts';
import type { Runtime } from '../runtime.ts';
import { keyedHash } from '../tokens.ts';
import type { CallFacts } from './call-contexts.ts';
import { ipBucket } from './ip-bucket.ts';
import { enforceRateLimit, limitGuesses } from './rate-limits.ts';

/** Counts a call by its address, before any body is read. Throws RATE_LIMITED. */
export async function limitByIp(runtime: Runtime, route: Route, ip: string): Promise<void> {
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
