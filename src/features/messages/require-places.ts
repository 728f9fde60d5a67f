import { type SendingKind, sendingLimits } from '#domain/messages/sending-limits.ts';
import type { ReadCtx } from '#server/context.ts';
import { limitError } from './sending/limit-error.ts';
import { readSender } from './sending/read-senders.ts';
import { readHour } from './sending/sending-store.ts';

/** Throws RATE_LIMITED if fewer messages than that can be sent in this hour. Counts nothing. */
export async function requirePlaces(ctx: ReadCtx, kind: SendingKind, needed: number): Promise<void> {
  const per_hour = sendingLimits(await readSender(ctx))[kind];
  const { [kind]: used = 0 } = await readHour(ctx);
  if (used + needed > per_hour) throw await limitError(ctx, kind, needed, { used, per_hour });
}
