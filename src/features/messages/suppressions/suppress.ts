import {
  type MailStream,
  type OptionalStream,
  type SuppressionReason,
  streamsStopping,
} from '#domain/messages/streams.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

/** An address that gets no more mail of the company. */
interface NewSuppression {
  address: string;
  stream: 'all' | OptionalStream;
  reason: SuppressionReason;
  /** What the server said. */
  detail?: string;
  /** The message that caused it. */
  message_id: string | null;
}

/** Stops mail of one stream, or all, of this company to an address; has no effect if it is stopped already. */
export async function suppress(
  ctx: WriteCtx,
  { address, detail = '', ...rest }: NewSuppression,
): Promise<void> {
  const row = { ...rest, address: address.toLowerCase(), detail: detail.slice(0, 500) };
  await insertMine(ctx, 'suppressions', { ...row, id: newId(), created_at: ctx.now })
    .onConflict((oc) => oc.columns(['subscriber_id', 'address', 'stream']).doNothing())
    .execute();
}

/** Returns those of the addresses to which this company may not send a mail of this stream, each with the reason. */
export async function findSuppressed(
  ctx: ReadCtx,
  stream: MailStream,
  addresses: readonly string[],
): Promise<Map<string, SuppressionReason>> {
  const stopping = streamsStopping(stream);
  if (stopping.length === 0 || addresses.length === 0) return new Map();
  const rows = await mine(ctx, 'suppressions')
    .where('address', 'in', addresses)
    .where('stream', 'in', stopping)
    .select(['address', 'reason'])
    .execute();
  return new Map(rows.map(({ address, reason }) => [address, reason as SuppressionReason]));
}
