import type { SendingKind } from '#domain/messages/sending-limits.ts';
import type { WriteCtx } from '#server/context.ts';
import type { HourUse } from './sending-store.ts';

/** Emits that a limit is reached, if the last `count` messages have used up the hour. */
export async function emitIfReached(
  ctx: WriteCtx,
  kind: SendingKind,
  { used, per_hour }: HourUse,
  count: number,
): Promise<void> {
  if (used >= per_hour && used - count < per_hour) await emitReached(ctx, kind, per_hour);
}

/** Emits that messages wait, or would, since the hour is used up. Users hear of the others where they are refused. */
export async function emitReached(ctx: WriteCtx, kind: SendingKind, per_hour: number): Promise<void> {
  if (kind === 'email' || kind === 'text') await ctx.emit({ type: 'sending_limit.reached', kind, per_hour });
}
