import { sql } from 'kysely';
import { addMinutes, type Instant } from '#domain/base/time.ts';
import {
  type SendingKind,
  type SendingLimits,
  sendingHour,
  sendingKinds,
  sendingLimits,
} from '#domain/messages/sending-limits.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { readSender } from './read-senders.ts';

/** Limits that were read longer ago are read again before a message waits or is refused. */
const minutesFresh = 1;

/** What an hour has of one kind. */
export interface HourUse {
  used: number;
  per_hour: number;
}

/** Reads what was used of the current hour; kinds of which nothing was sent are missing. */
export async function readHour(ctx: ReadCtx | WriteCtx): Promise<Partial<Record<SendingKind, number>>> {
  const rows = await mine(ctx, 'sending_hours')
    .where('starts_at', '=', sendingHour(ctx.now))
    .select(['kind', 'used'])
    .execute();
  return Object.fromEntries(rows.map(({ kind, used }) => [kind, used]));
}

/**
 * Counts messages of the current hour if there is room, and returns what the hour then has; null, and counts nothing, if
 * there is none. One conditional statement decides, so that of two at once only one gets the last place.
 */
export async function takePlaces(
  ctx: WriteCtx,
  kind: SendingKind,
  count: number,
  room: Room,
): Promise<HourUse | null> {
  await openHour(ctx);
  const taken = await take(ctx, kind, count, room);
  if (taken || !(await refreshLimits(ctx, addMinutes(ctx.now, -minutesFresh)))) return taken;
  return take(ctx, kind, count, room);
}

/**
 * `share` of the limit may be used up. `whole`: all messages fit or none is counted; otherwise the last one may exceed it, so
 * that a message to many is not left waiting for ever.
 */
export interface Room {
  share: (perHour: number) => number;
  whole: boolean;
}

async function take(ctx: WriteCtx, kind: SendingKind, count: number, room: Room): Promise<HourUse | null> {
  const { per_hour } = await hourOf(ctx, kind);
  const atMost = room.share(per_hour) - (room.whole ? count : 1);
  const row = await updateMine(ctx, 'sending_hours')
    .set((eb) => ({ used: eb('used', '+', count) }))
    .where('kind', '=', kind)
    .where('starts_at', '=', sendingHour(ctx.now))
    .where('used', '<=', atMost)
    .returning(['used', 'per_hour'])
    .executeTakeFirst();
  return row ?? null;
}

/** The current hour of a kind; it exists. */
export function hourOf(ctx: WriteCtx, kind: SendingKind): Promise<HourUse> {
  return mine(ctx, 'sending_hours')
    .where('kind', '=', kind)
    .where('starts_at', '=', sendingHour(ctx.now))
    .select(['used', 'per_hour'])
    .executeTakeFirstOrThrow();
}

/** As `hourOf`; others who count wait until the transaction ends. */
export async function lockHour(ctx: WriteCtx, kind: SendingKind): Promise<HourUse> {
  await openHour(ctx);
  await refreshLimits(ctx, addMinutes(ctx.now, -minutesFresh));
  return mine(ctx, 'sending_hours')
    .where('kind', '=', kind)
    .where('starts_at', '=', sendingHour(ctx.now))
    .select(['used', 'per_hour'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Adds places to an hour that the caller has locked. */
export async function addPlaces(ctx: WriteCtx, kind: SendingKind, count: number): Promise<void> {
  await updateMine(ctx, 'sending_hours')
    .set((eb) => ({ used: eb('used', '+', count) }))
    .where('kind', '=', kind)
    .where('starts_at', '=', sendingHour(ctx.now))
    .execute();
}

async function openHour(ctx: WriteCtx): Promise<void> {
  const starts_at = sendingHour(ctx.now);
  const open = await mine(ctx, 'sending_hours').where('starts_at', '=', starts_at).select('kind').execute();
  if (open.length === sendingKinds.length) return;
  const limits = sendingLimits(await readSender(ctx));
  await insertMine(
    ctx,
    'sending_hours',
    sendingKinds.map((kind) => ({ kind, starts_at, per_hour: limits[kind], read_at: ctx.now })),
  )
    .onConflict((oc) => oc.columns(['subscriber_id', 'kind', 'starts_at']).doNothing())
    .execute();
}

/** Reads the limits of the current hour again if they were read before then; returns whether they were. */
async function refreshLimits(ctx: WriteCtx, before: Instant): Promise<boolean> {
  const starts_at = sendingHour(ctx.now);
  const old = await mine(ctx, 'sending_hours')
    .where('starts_at', '=', starts_at)
    .where('read_at', '<', before)
    .select('kind')
    .executeTakeFirst();
  if (!old) return false;
  await setLimits(ctx, sendingLimits(await readSender(ctx)));
  return true;
}

/** Stores the limits of the current hour. */
export async function setLimits(ctx: WriteCtx, limits: SendingLimits): Promise<void> {
  for (const kind of sendingKinds)
    await updateMine(ctx, 'sending_hours')
      .set({ per_hour: limits[kind], read_at: ctx.now })
      .where('kind', '=', kind)
      .where('starts_at', '=', sendingHour(ctx.now))
      .execute();
}

/** Whether a message of the channel waits that leaves before one of this rank. */
export async function hasLine(ctx: WriteCtx, channel: string, rank: number): Promise<boolean> {
  const row = await mine(ctx, 'outbound_messages')
    .where('channel', '=', channel)
    .where('held_until', 'is not', null)
    .where('urgency', '<=', rank)
    .select(sql<number>`1`.as('one'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
