import { setTimeout as sleep } from 'node:timers/promises';
import { addMinutes } from '#domain/base/time.ts';
import type { ActionCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import {
  claimRefresh,
  readTokens,
  releaseLease,
  type StoredTokens,
  storeRefreshed,
  type Tokens,
} from './token-store.ts';

/** Thrown by the caller of an API that no longer accepts the access token: it is refreshed, and the call repeated once. */
export class AccessTokenRejected extends Error {}
/** Thrown by a refresh that the service refuses for good (`invalid_grant`), and by `withToken` from then on. */
export class ConnectionRejected extends Error {}

/**
 * Requests new tokens from the service. Must store nothing, and throw ConnectionRejected only for a final refusal; after
 * any other error the next caller refreshes again.
 */
export type RefreshTokens = (refreshToken: string, signal: AbortSignal) => Promise<Tokens>;

/** A refresh that takes longer is canceled. Shorter than its lease. */
const refreshMs = 25_000;
/** A token that ends this soon is refreshed before it is used. */
const minutesLeft = 1;
const pollMs = 100;

/**
 * Calls `use` with an access token that is valid, refreshing it first where needed: one refresh at a time across all
 * processes, outside any transaction, and its result is stored before it is used, because some services accept a refresh
 * token only once. Throws ConnectionRejected when the company must connect again. Tokens must not appear in a response,
 * log or audit row.
 *
 *     const files = await withToken(ctx, 'dropbox', refreshDropbox, (token) => listFiles(token));
 */
export async function withToken<T>(
  ctx: ActionCtx,
  connection: string,
  refresh: RefreshTokens,
  use: (accessToken: string) => Promise<T>,
): Promise<T> {
  const first = await usableTokens(ctx, connection, refresh, null);
  try {
    return await use(first.accessToken);
  } catch (error) {
    if (!(error instanceof AccessTokenRejected)) throw error;
    const second = await usableTokens(ctx, connection, refresh, first.version);
    return use(second.accessToken);
  }
}

/** Returns tokens to use; not those of the version `rejected`. Waits while another process refreshes them. */
async function usableTokens(
  ctx: ActionCtx,
  connection: string,
  refresh: RefreshTokens,
  rejected: number | null,
): Promise<StoredTokens> {
  const startedAt = performance.now();
  // `ctx.now` is fixed during a call, so elapsed time is measured separately.
  const now = () => addMinutes(ctx.now, (performance.now() - startedAt) / 60_000);
  for (let isRefreshed = false; ; ) {
    const tokens = await ctx.read((r) => readTokens(r, connection));
    if (!tokens || tokens.isRejected) throw new ConnectionRejected(`${connection} must be connected again`);
    const isFresh = isRefreshed || tokens.expiresAt > addMinutes(now(), minutesLeft);
    if (isFresh && tokens.version !== rejected) return tokens;
    const lease = newId();
    const isOurs = await ctx.tx((w) => claimRefresh(w, connection, tokens.version, lease, now()));
    if (isOurs) isRefreshed = await refreshClaimed(ctx, connection, tokens, lease, refresh);
    else await sleep(pollMs);
  }
}

/** Refreshes and stores the tokens; false if the service refused for good. Throws if it may succeed later. */
async function refreshClaimed(
  ctx: ActionCtx,
  connection: string,
  { version, refreshToken }: StoredTokens,
  lease: string,
  refresh: RefreshTokens,
): Promise<boolean> {
  const signal = AbortSignal.timeout(refreshMs);
  try {
    const tokens = await Promise.race([refresh(refreshToken, signal), abortOf(signal)]);
    await ctx.tx((w) => storeRefreshed(w, connection, tokens, { version, lease }));
    return true;
  } catch (error) {
    const isFinal = error instanceof ConnectionRejected;
    await ctx.tx((w) => releaseLease(w, connection, lease, isFinal ? version : null));
    if (!isFinal) throw error;
    return false;
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
