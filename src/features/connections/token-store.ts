import { addMinutes, asInstant, type Instant } from '#domain/base/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';

/** The tokens of a connection made with OAuth. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresAt: Instant;
}

/** Tokens as stored; each refresh makes a new version. */
export type StoredTokens = Tokens & { version: number; isRejected: boolean };

/** A killed process blocks the others no longer than this. Longer than a refresh may take. */
const leaseMinutes = 0.5;

/** Stores the tokens of a new or renewed connection, encrypted. */
export async function saveTokens(w: WriteCtx, connection: string, tokens: Tokens): Promise<void> {
  const values = {
    ...toColumns(w, connection, tokens),
    lease_id: null,
    lease_until: null,
    rejected_at: null,
  };
  await insertMine(w, 'connection_tokens', { connection, ...values })
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'connection'])
        .doUpdateSet((eb) => ({ ...values, version: eb('connection_tokens.version', '+', 1) })),
    )
    .execute();
}

/** Forgets the tokens of a connection. */
export async function deleteTokens(w: WriteCtx, connection: string): Promise<void> {
  await deleteMine(w, 'connection_tokens').where('connection', '=', connection).execute();
}

/** Claims the refresh of one version of the tokens. Only one process can, until its lease ends. */
export async function claimRefresh(
  w: WriteCtx,
  connection: string,
  version: number,
  lease: string,
  now: Instant,
): Promise<boolean> {
  const claimed = await updateMine(w, 'connection_tokens')
    .set({ lease_id: lease, lease_until: addMinutes(now, leaseMinutes) })
    .where('connection', '=', connection)
    .where('version', '=', version)
    .where('rejected_at', 'is', null)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** Stores the result of a refresh and ends its lease. */
export async function storeRefreshed(
  w: WriteCtx,
  connection: string,
  tokens: Tokens,
  { version, lease }: { version: number; lease: string },
): Promise<void> {
  const columns = toColumns(w, connection, tokens);
  const update = () =>
    updateMine(w, 'connection_tokens')
      .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
      .where('connection', '=', connection);
  const ours = await update()
    .set({ lease_id: null, lease_until: null })
    .where('lease_id', '=', lease)
    .executeTakeFirst();
  // A process that lost its lease stores its tokens only while there are no newer ones.
  if (ours.numUpdatedRows === 0n) await update().where('version', '=', version).execute();
}

/** Ends a lease without new tokens; `rejected` is the version that the service refused for good, unless replaced. */
export async function releaseLease(
  w: WriteCtx,
  connection: string,
  lease: string,
  rejected: number | null,
): Promise<void> {
  const update = () => updateMine(w, 'connection_tokens').where('connection', '=', connection);
  await update().set({ lease_id: null, lease_until: null }).where('lease_id', '=', lease).execute();
  if (rejected !== null) await update().set({ rejected_at: w.now }).where('version', '=', rejected).execute();
}

/** Returns the tokens of a connection; undefined if it has none. */
export async function readTokens(ctx: ReadCtx, connection: string): Promise<StoredTokens | undefined> {
  const row = await mine(ctx, 'connection_tokens')
    .where('connection', '=', connection)
    .select(['locked', 'expires_at', 'version', 'rejected_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { accessToken, refreshToken } = JSON.parse(
    ctx.installation.decrypt(row.locked, encryptionContext(ctx, connection)),
  ) as Pick<Tokens, 'accessToken' | 'refreshToken'>;
  const { version, rejected_at } = row;
  return {
    ...{ accessToken, refreshToken, version },
    ...{ expiresAt: asInstant(row.expires_at), isRejected: rejected_at !== null },
  };
}

function toColumns(w: WriteCtx, connection: string, { accessToken, refreshToken, expiresAt }: Tokens) {
  const secret = JSON.stringify({ accessToken, refreshToken });
  return {
    locked: w.installation.encrypt(secret, encryptionContext(w, connection)),
    expires_at: expiresAt,
  };
}

const encryptionContext = (ctx: Pick<ReadCtx, 'subscriberId'>, connection: string) =>
  `${ctx.subscriberId} tokens ${connection}`;
