import { sql } from 'kysely';
import type { WebhookHeader } from '#domain/automations/action-types.ts';
import {
  addSeconds,
  type NextStep,
  type WebhookOutcome,
  webhookLeaseSeconds,
} from '#domain/automations/webhook-schedule.ts';
import { asInstant, type Instant } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

/** A URL and whether it is called now. */
export interface Endpoint {
  id: string;
  url: string;
  host: string;
  off_at: Instant | null;
  paused_until: Instant | null;
  last_success_at: Instant | null;
}

/** A delivery that this worker sends. */
export interface Claimed {
  id: string;
  endpoint_id: string;
  url: string;
  host: string;
  event_id: string;
  body: string;
  locked_headers: string | null;
  /** Identifies the claim: each one counts up. */
  attempts: number;
  failures: number;
  started_at: Instant;
}

const unfinished = ['queued', 'sending'] as const;

/** The row of a URL, created if the company has never called it. */
export async function endpointOf(ctx: WriteCtx, url: string): Promise<{ id: string; host: string }> {
  const { host } = new URL(url);
  await insertMine(ctx, 'webhook_endpoints', { id: newId(), url, host, created_at: ctx.now })
    .onConflict((oc) => oc.columns(['subscriber_id', 'url']).doNothing())
    .execute();
  const { id } = await mine(ctx, 'webhook_endpoints')
    .where('url', '=', url)
    .select('id')
    .executeTakeFirstOrThrow();
  return { id, host };
}

/** The delivery that was queued under this key before. */
export async function deliveryByKey(ctx: WriteCtx, key: string) {
  const { id, endpoint_id, problem } = await mine(ctx, 'webhook_deliveries')
    .where('key', '=', key)
    .select(['id', 'endpoint_id', 'problem'])
    .executeTakeFirstOrThrow();
  return { id, isNew: false, refused: endpoint_id === null ? problem : null };
}

/** Deletes what was refused under this key and therefore never sent. */
export async function deleteRefused(ctx: WriteCtx, key: string): Promise<void> {
  await deleteMine(ctx, 'webhook_deliveries')
    .where('key', '=', key)
    .where('endpoint_id', 'is', null)
    .execute();
}

/** How many of these ids are deliveries of the company. */
export async function countKnown(ctx: WriteCtx, ids: readonly string[]): Promise<number> {
  const { count } = await mine(ctx, 'webhook_deliveries')
    .where('id', 'in', ids)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** What binds the encrypted headers to their delivery. */
export function headersContext(ctx: Pick<WriteCtx, 'subscriberId'>, id: string): string {
  return `${ctx.subscriberId} webhook ${id}`;
}

/** The headers that the company added to this delivery. */
export function ownHeaders(ctx: WriteCtx, { id, locked_headers }: Claimed): readonly WebhookHeader[] {
  if (locked_headers === null) return [];
  return JSON.parse(ctx.installation.decrypt(locked_headers, headersContext(ctx, id))) as WebhookHeader[];
}

/** Serializes the claims of a company until the transaction ends, so that its limits hold. */
export async function lockClaims(ctx: WriteCtx): Promise<void> {
  await lockKey(ctx.db, ctx.subscriberId, 'webhooks');
}

/** Locks the row of a URL, so that claims and results of its deliveries are serialized. */
export async function lockEndpoint(ctx: WriteCtx, id: string): Promise<Endpoint | null> {
  const row = await mine(ctx, 'webhook_endpoints')
    .where('id', '=', id)
    .select(['id', 'url', 'host', 'off_at', 'paused_until', 'last_success_at'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { off_at, paused_until, last_success_at, ...rest } = row;
  return {
    ...rest,
    off_at: instantOrNull(off_at),
    paused_until: instantOrNull(paused_until),
    last_success_at: instantOrNull(last_success_at),
  };
}

const instantOrNull = (at: string | null) => (at === null ? null : asInstant(at));

/**
 * The first two deliveries of a URL that may be sent now: due, or claimed by a worker whose lease has ended. One about an
 * appointment waits for the unfinished ones before it; what is sent again by a person has an order of its own.
 */
export function dueDeliveries(ctx: WriteCtx, endpointId: string): Promise<{ id: string }[]> {
  return mine(ctx, 'webhook_deliveries')
    .where('endpoint_id', '=', endpointId)
    .where('status', 'in', unfinished)
    .where('due_at', '<=', ctx.now)
    .where(
      sql<boolean>`not exists (select 1 from webhook_deliveries as earlier
        where earlier.subscriber_id = webhook_deliveries.subscriber_id
          and earlier.endpoint_id = webhook_deliveries.endpoint_id
          and earlier.appointment_id = webhook_deliveries.appointment_id
          and earlier.id < webhook_deliveries.id
          and earlier.is_replay = webhook_deliveries.is_replay
          and earlier.status in ('queued', 'sending'))`,
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(2)
    .select('id')
    .execute();
}

/** When the next delivery of a URL is due, or the lease of one ends; null if none is. */
export async function nextDueAt(ctx: WriteCtx, endpointId: string): Promise<Instant | null> {
  const row = await mine(ctx, 'webhook_deliveries')
    .where('endpoint_id', '=', endpointId)
    .where('status', 'in', unfinished)
    .where('due_at', '>', ctx.now)
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .executeTakeFirst();
  return instantOrNull(row?.due_at ?? null);
}

/** How many webhooks of the company are on the way: to this host, and in all. */
export async function countSending(ctx: WriteCtx, host: string): Promise<{ toHost: number; inAll: number }> {
  return mine(ctx, 'webhook_deliveries')
    .where('status', '=', 'sending')
    .where('due_at', '>', ctx.now)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('host', '=', host).as('toHost'),
      eb.fn.countAll<number>().as('inAll'),
    ])
    .executeTakeFirstOrThrow();
}

/** Claims a delivery until its lease ends. The caller holds the lock of its URL. */
export async function claimDelivery(ctx: WriteCtx, id: string): Promise<Claimed> {
  const row = await updateMine(ctx, 'webhook_deliveries')
    .set((eb) => ({
      status: 'sending',
      due_at: addSeconds(ctx.now, webhookLeaseSeconds),
      attempts: eb('attempts', '+', 1),
      started_at: eb.fn.coalesce('started_at', sql<string>`${ctx.now}::timestamptz`),
    }))
    .where('id', '=', id)
    .returning(['id', 'endpoint_id', 'url', 'host', 'event_id', 'body', 'locked_headers'])
    .returning(['attempts', 'failures', 'started_at'])
    .executeTakeFirstOrThrow();
  const { endpoint_id, started_at } = row;
  return { ...row, endpoint_id: endpoint_id ?? '', started_at: asInstant(started_at ?? ctx.now) };
}

/** Writes down that a request starts. One before it without a result was interrupted. */
export async function beginAttempt(
  ctx: WriteCtx,
  { id, attempts }: Claimed,
  requestHeaders: Readonly<Record<string, string>>,
): Promise<void> {
  await updateMine(ctx, 'webhook_attempts')
    .set({ ended_at: ctx.now, problem: 'interrupted' })
    .where('delivery_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await insertMine(ctx, 'webhook_attempts', {
    ...{ delivery_id: id, number: attempts, started_at: ctx.now },
    request_headers: JSON.stringify(requestHeaders),
  }).execute();
}

/** Writes down the result of a request. */
export async function endAttempt(
  ctx: WriteCtx,
  { id, attempts }: Claimed,
  {
    status,
    problem,
    text,
    durationMs,
  }: Pick<WebhookOutcome, 'status' | 'problem'> & {
    text: string;
    durationMs: number;
  },
  now: Instant,
): Promise<void> {
  await updateMine(ctx, 'webhook_attempts')
    .set({ ended_at: now, duration_ms: durationMs, http_status: status, answer: text, problem })
    .where('delivery_id', '=', id)
    .where('number', '=', attempts)
    .execute();
}

/** Marks a delivery as delivered, also if another worker has claimed it since. */
export async function markDelivered(
  ctx: WriteCtx,
  { id, endpoint_id }: Claimed,
  httpStatus: number | null,
  now: Instant,
): Promise<void> {
  await updateMine(ctx, 'webhook_deliveries')
    .set({ status: 'delivered', problem: null, http_status: httpStatus, due_at: null, finished_at: now })
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .execute();
  await updateMine(ctx, 'webhook_endpoints')
    .set({ last_success_at: now })
    .where('id', '=', endpoint_id)
    .execute();
}

/** Records a failed attempt. Returns false and changes nothing if another worker has claimed the delivery since. */
export async function markFailed(
  ctx: WriteCtx,
  { id, attempts }: Claimed,
  { status, problem }: WebhookOutcome,
  step: NextStep,
  now: Instant,
): Promise<boolean> {
  const isDead = step === 'abandon';
  const changed = await updateMine(ctx, 'webhook_deliveries')
    .set((eb) => ({
      status: isDead ? 'dead' : 'queued',
      due_at: isDead ? null : step.at,
      finished_at: isDead ? now : null,
      failures: eb('failures', '+', 1),
      ...{ problem, http_status: status },
    }))
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Sends nothing to a URL until then. */
export async function pauseEndpoint(ctx: WriteCtx, id: string, until: Instant): Promise<void> {
  await updateMine(ctx, 'webhook_endpoints')
    .set((eb) => ({ paused_until: eb.fn<string>('greatest', ['paused_until', sql`${until}::timestamptz`]) }))
    .where('id', '=', id)
    .execute();
}

/** Switches a URL off, unless it is. Its deliveries wait. */
export async function switchOff(
  ctx: WriteCtx,
  id: string,
  reason: 'person' | 'gone' | 'failing',
): Promise<void> {
  await updateMine(ctx, 'webhook_endpoints')
    .set({ off_at: ctx.now, off_reason: reason })
    .where('id', '=', id)
    .where('off_at', 'is', null)
    .execute();
}
