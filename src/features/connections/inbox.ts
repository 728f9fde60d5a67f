import { canonicalJson } from '#domain/base/canonical-json.ts';
import { addHours, asInstant } from '#domain/base/time.ts';
import { retryAt } from '#domain/connections/lost-answers.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { rateLimitedError } from '#server/http/rate-limits.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import type { JobType } from '#server/job-type.ts';
import { type Job, job } from '#server/jobs.ts';

/** Unsigned webhooks may be forged: no more than this are stored per source and hour. */
const maxUnverifiedPerHour = 100;
/** A webhook may be faster than our own commit; one about something unknown is dropped after a day. */
const hoursOfPatience = 24;

/** What an event's job needs: ids to look up, since a webhook is only a hint. */
type InboxData = Readonly<Record<string, string | number | boolean | null>>;

/** An event that an outside service reported. */
export interface InboxEvent<D extends InboxData = InboxData> {
  /** Identifies the service: `payment.5`. */
  source: string;
  eventId: string;
  type: string;
  /** False when its origin could not be verified, because the service or the company signs nothing. */
  isVerified: boolean;
  data: D;
}

/** How events of a request are stored. */
interface Delivery {
  /** Made by `hashBody`. */
  bodyHash: string;
  job: JobType<{ inbox_id: string }>;
  /** False when we derive the ids from the content because the service has none; then two bodies never conflict. */
  hasOwnIds: boolean;
}

/** The result of storing an event; a conflict names the hash of the body that was stored first. */
export type StoredEvent = { is: 'new' } | { is: 'known' } | { is: 'conflict'; storedHash: string };

/** Throws RATE_LIMITED if too many unverified events of this source arrived within an hour. */
export async function limitUnverifiedEvents(w: WriteCtx, source: string): Promise<void> {
  const { count } = await mine(w, 'webhook_inbox')
    .where('source', '=', source)
    .where('is_verified', '=', false)
    .where('received_at', '>', addHours(w.now, -1))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxUnverifiedPerHour) throw rateLimitedError(60);
}

/** Marks hashes made of the parsed body. Older rows hash the raw bytes and cannot be compared. */
const hashedAs = 'told:';

/** Returns the same hash for a body that is delivered again; `volatile` names fields that differ between deliveries. */
export function hashBody(body: Uint8Array, volatile: readonly string[] = []): string {
  try {
    const event = JSON.parse(Buffer.from(body).toString('utf8'));
    for (const name of volatile) delete event[name];
    return `${hashedAs}${sha256Hex(canonicalJson(event))}`;
  } catch {
    return `${hashedAs}${sha256Hex(body)}`;
  }
}

/**
 * Stores an event once and schedules its job in the same transaction. A second body under a known id means that one of
 * them is not from the service, or that it reused an id: it is stored next to the first, once, and processed like any
 * other. The body must have been verified before.
 */
export async function storeEvent(w: WriteCtx, event: InboxEvent, delivery: Delivery): Promise<StoredEvent> {
  const eventId = event.eventId.slice(0, 200);
  if (await insertEvent(w, { ...event, eventId }, delivery)) return { is: 'new' };
  if (!delivery.hasOwnIds) return { is: 'known' };
  const { body_hash: storedHash } = await mine(w, 'webhook_inbox')
    .where('source', '=', event.source)
    .where('event_id', '=', eventId)
    .select('body_hash')
    .executeTakeFirstOrThrow();
  if (storedHash === delivery.bodyHash || !storedHash.startsWith(hashedAs)) return { is: 'known' };
  const part = delivery.bodyHash.slice(hashedAs.length, hashedAs.length + 32);
  const conflict = { ...event, eventId: `${eventId.slice(0, 150)} conflict ${part}` };
  return (await insertEvent(w, conflict, delivery)) ? { is: 'conflict', storedHash } : { is: 'known' };
}

async function insertEvent(w: WriteCtx, event: InboxEvent, delivery: Delivery): Promise<boolean> {
  const id = newId();
  const inserted = await insertMine(w, 'webhook_inbox', {
    id,
    source: event.source,
    event_id: event.eventId,
    type: event.type.slice(0, 200),
    data: JSON.stringify(event.data),
    is_verified: event.isVerified,
    body_hash: delivery.bodyHash,
    received_at: w.now,
  })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await w.enqueue(delivery.job, { inbox_id: id }, { key: `webhook:${id}` });
  return true;
}

/** What a job did with an event; `later`: it cannot be applied yet. */
export type InboxOutcome = 'applied' | 'of no matter' | 'later';

/**
 * Declares the job that processes the events of a source: `apply` reads the current state from the service and applies
 * it, whatever the order and number of events. What cannot be applied yet is repeated for a day; then `abandon` may
 * record that it belongs to nothing of this company.
 *
 *     export const processCalendarEvent = inboxJob<{ channel: string }>('integrations/read-calendar-hint', {
 *       apply: (ctx, event) => syncChannel(ctx, event.data.channel),
 *     });
 *     await storeEvent(w, event, { bodyHash: hashBody(body), job: processCalendarEvent, hasOwnIds: true });
 */
export function inboxJob<D extends InboxData>(
  name: string,
  handler: {
    apply(ctx: ActionCtx, event: InboxEvent<D>): Promise<InboxOutcome>;
    abandon?(w: WriteCtx, event: InboxEvent<D>): Promise<void>;
  },
): Job<{ inbox_id: string }> {
  const own = job<{ inbox_id: string }>(
    name,
    async (ctx, { inbox_id }) => {
      const row = await ctx.read((r) =>
        mine(r, 'webhook_inbox').where('id', '=', inbox_id).selectAll().executeTakeFirst(),
      );
      if (!row || row.processed_at !== null) return;
      const { source, event_id: eventId, type, is_verified: isVerified } = row;
      const event = { source, eventId, type, isVerified, data: row.data as D };
      const outcome = await handler.apply(ctx, event);
      await ctx.tx(async (w) => {
        if (outcome !== 'later') return finishEvent(w, inbox_id, outcome);
        if (w.now >= addHours(asInstant(row.received_at), hoursOfPatience)) {
          await finishEvent(w, inbox_id, 'unknown');
          return handler.abandon?.(w, event);
        }
        await updateEvent(w, inbox_id, { tries: row.tries + 1 });
        const runAt = retryAt(row.tries, w.now);
        await w.enqueue(own, { inbox_id }, { key: `webhook:${inbox_id}`, runAt });
      });
    },
    { retryLimit: 10, concurrency: 4 },
  );
  return own;
}

function finishEvent(w: WriteCtx, id: string, outcome: string): Promise<void> {
  return updateEvent(w, id, { processed_at: w.now, outcome });
}

async function updateEvent(
  w: WriteCtx,
  id: string,
  changes: { tries?: number; processed_at?: string; outcome?: string },
): Promise<void> {
  await updateMine(w, 'webhook_inbox').set(changes).where('id', '=', id).execute();
}
