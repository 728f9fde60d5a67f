import { sql } from 'kysely';
import { asInstant, type Instant } from '#domain/base/time.ts';
import { estimatedHour, roomOf, sendingLimits } from '#domain/messages/sending-limits.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { readSender } from './read-senders.ts';

interface Row {
  id: string;
  held_until: string | null;
}

/** Adds to messages when those that wait are likely to leave; null for all others. */
export async function withWaits<T extends Row>(
  ctx: ReadCtx,
  rows: readonly T[],
): Promise<(Omit<T, 'held_until'> & { waits_until: Instant | null })[]> {
  const isWaiting = rows.some((row) => row.held_until !== null);
  const hours = isWaiting ? await estimateHours(ctx) : new Map<string, Instant>();
  return rows.map(({ held_until: _, ...row }) => ({ ...row, waits_until: hours.get(row.id) ?? null }));
}

async function estimateHours(ctx: ReadCtx): Promise<Map<string, Instant>> {
  const limits = sendingLimits(await readSender(ctx));
  const held = await mine(ctx, 'outbound_messages')
    .where('held_until', 'is not', null)
    .select(['id', 'channel', 'urgency', 'held_until'])
    .select(sql<string>`row_number() over (partition by channel order by urgency, id)`.as('place'))
    .execute();
  return new Map(
    held.map(({ id, channel, urgency, held_until, place }) => {
      const perHour = roomOf(limits[channel === 'text' ? 'text' : 'email'], urgency);
      return [id, estimatedHour(asInstant(held_until ?? ctx.now), Number(place) - 1, perHour)];
    }),
  );
}
