import { type SendingKind, sendingKinds, sendingLimits } from '#domain/messages/sending-limits.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { readSender } from './sending/read-senders.ts';
import { releaseHeld, releaseHeldKey } from './sending/release-held.job.ts';
import { setLimits } from './sending/sending-store.ts';

/** What an administrator sets instead of the rule; null: the rule. */
type SendingFigures = Record<SendingKind, number | null>;

/**
 * Sets what the company may send in an hour; it holds for the current hour as well, and what waits leaves if there is room
 * now. Returns false if another administrator has changed them since `rev`; the caller then ends the transaction.
 */
export async function setSendingFigures(
  ctx: WriteCtx,
  figures: SendingFigures,
  rev: number,
): Promise<boolean> {
  const before = await mine(ctx, 'sending_figures')
    .select([...sendingKinds])
    .executeTakeFirst();
  const row = { ...figures, updated_at: ctx.now };
  const saved = await insertMine(ctx, 'sending_figures', { ...row, rev: 1 })
    .onConflict((oc) =>
      oc
        .column('subscriber_id')
        .doUpdateSet((eb) => ({ ...row, rev: eb('sending_figures.rev', '+', 1) }))
        .where('sending_figures.rev', '=', rev),
    )
    .returning('rev')
    .executeTakeFirst();
  if (saved?.rev !== rev + 1) return false;
  await ctx.audit({
    ...{ action: 'set-sending-limits', entity: 'company', entity_id: ctx.subscriberId },
    ...{ before: before ?? null, after: figures },
  });
  await setLimits(ctx, sendingLimits(await readSender(ctx)));
  await updateMine(ctx, 'outbound_messages')
    .set({ held_until: ctx.now })
    .where('held_until', 'is not', null)
    .execute();
  await ctx.enqueue(releaseHeld, {}, { key: releaseHeldKey });
  return true;
}
