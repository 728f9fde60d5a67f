import { addMinutes, asInstant, type Instant } from '#domain/base/time.ts';
import { retryAt } from '#domain/connections/lost-answers.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import type { JobType } from '#server/job-type.ts';
import { type Job, job } from '#server/jobs.ts';

/** A stream of changes at a service: `google:6f1c…` and `events`. */
export interface SyncKey {
  connection: string;
  stream: string;
}

/** A part of a stream. */
export interface SyncPage<P> {
  changes: P;
  /** Where the next page starts. */
  cursor: string;
  /** How soon to read on; 0: more is waiting. */
  nextInMinutes: number;
}

/** Longer than a page takes: a killed reader blocks its stream no longer. */
const leaseMinutes = 5;

/** Returns the job key of a stream, so that it is read once however often it is started. */
export function syncJobKey({ connection, stream }: SyncKey): string {
  return `sync:${connection}:${stream}`;
}

/** Reads a stream now, and from then on whenever it is due. Call it again when the service reports a change. */
export async function requestSync(w: WriteCtx, key: SyncKey, by: JobType<SyncKey>): Promise<void> {
  await insertMine(w, 'sync_cursors', { ...key, job: by.name, due_at: w.now })
    .onConflict((oc) =>
      oc.columns(['subscriber_id', 'connection', 'stream']).doUpdateSet({ job: by.name, due_at: w.now }),
    )
    .execute();
  await w.enqueue(by, key, { key: syncJobKey(key) });
}

/** Stops reading all streams of a connection and forgets how far they were read. */
export async function stopSyncs(w: WriteCtx, connection: string): Promise<void> {
  await deleteMine(w, 'sync_cursors').where('connection', '=', connection).execute();
}

/**
 * Declares the job that reads a stream page by page. `fetch` gets the stored cursor (empty at first) and runs outside any
 * transaction; `apply` runs in the transaction that advances the cursor. Whatever is killed, no page is lost or applied
 * twice. A failure is repeated later; `app/jobs/sweep-syncs.ts` starts what is due.
 *
 *     export const syncContacts = syncJob<Contact[]>('integrations/sync-contacts', {
 *       fetch: (ctx, { connection }, cursor) => withToken(ctx, connection, refreshGoogle, (t) => contactsSince(t, cursor)),
 *       apply: (w, contacts) => importContacts(w, contacts),
 *     });
 *     await requestSync(w, { connection: 'google', stream: 'contacts' }, syncContacts);
 */
export function syncJob<P>(
  name: string,
  steps: {
    fetch(ctx: ActionCtx, key: SyncKey, cursor: string): Promise<SyncPage<P>>;
    apply(w: WriteCtx, changes: P, key: SyncKey): Promise<void>;
  },
): Job<SyncKey> {
  const own: Job<SyncKey> = job<SyncKey>(name, async (ctx, key) => {
    const claim = await ctx.tx((w) => claimSync(w, key));
    if (!claim) return;
    try {
      const { changes, cursor, nextInMinutes } = await steps.fetch(ctx, key, claim.cursor);
      await ctx.tx(async (w) => {
        const next = { cursor, failures: 0, dueAt: addMinutes(w.now, nextInMinutes) };
        // Another process may have taken the stream over and applied the page.
        if (!(await releaseSync(w, key, claim, next))) return;
        await steps.apply(w, changes, key);
        if (nextInMinutes === 0) await w.enqueue(own, key, { key: syncJobKey(key) });
      });
    } catch (error) {
      ctx.log.warn({ err: error, ...key, failures: claim.failures }, 'a sync failed, will be repeated');
      await ctx.tx((w) => {
        const { cursor, failures } = claim;
        const next = { cursor, failures: failures + 1, dueAt: retryAt(failures, w.now) };
        return releaseSync(w, key, claim, next);
      });
    }
  });
  return own;
}

interface Claim {
  leaseId: string;
  cursor: string;
  dueAt: Instant;
  failures: number;
}

/** Claims a stream that is due; null if it is not, or if another process reads it. */
async function claimSync(w: WriteCtx, key: SyncKey): Promise<Claim | null> {
  const row = await updateMine(w, 'sync_cursors')
    .set({ lease_id: newId(), lease_until: addMinutes(w.now, leaseMinutes) })
    .where('connection', '=', key.connection)
    .where('stream', '=', key.stream)
    .where('due_at', '<=', w.now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', w.now)]))
    .returning(['lease_id', 'cursor', 'due_at', 'failures'])
    .executeTakeFirst();
  if (!row?.lease_id) return null;
  const { cursor, failures } = row;
  return { leaseId: row.lease_id, cursor, dueAt: asInstant(row.due_at), failures };
}

/**
 * Stores where and when to read on and ends the claim; false if another process holds it by now. A sync requested
 * since the claim stays due.
 */
async function releaseSync(
  w: WriteCtx,
  { connection, stream }: SyncKey,
  claim: Claim,
  next: { cursor: string; failures: number; dueAt: Instant },
): Promise<boolean> {
  const { cursor, failures, dueAt } = next;
  const released = await updateMine(w, 'sync_cursors')
    .set((eb) => ({
      ...{ cursor, failures, lease_id: null, lease_until: null },
      due_at: eb.case().when('due_at', '=', claim.dueAt).then(dueAt).else(eb.ref('due_at')).end(),
    }))
    .where('connection', '=', connection)
    .where('stream', '=', stream)
    .where('lease_id', '=', claim.leaseId)
    .executeTakeFirst();
  return released.numUpdatedRows > 0n;
}
