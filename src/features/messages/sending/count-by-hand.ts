import { type SendingKind, sendingKinds } from '#domain/messages/sending-limits.ts';
import type { WriteCtx } from '#server/context.ts';
import { findStrangers } from './find-strangers.ts';
import { limitError } from './limit-error.ts';
import { emitIfReached } from './limit-reached.ts';
import { recipientsOf, type SentByHand } from './recipients-of.ts';
import { hourOf, takePlaces } from './sending-store.ts';

/**
 * Counts what a user sends. Throws RATE_LIMITED with how many would fit if not all of it does: the transaction then ends
 * and nothing is sent or stored.
 */
export async function countByHand(ctx: WriteCtx, messages: readonly SentByHand[]): Promise<void> {
  if (messages.length === 0) return;
  const emails = messages.filter(({ channel }) => channel === 'email');
  const needed: Readonly<Record<SendingKind, number>> = {
    email: emails.reduce((sum, each) => sum + recipientsOf(each).length, 0),
    text: messages.length - emails.length,
    stranger: (await findStrangers(ctx, emails)).length,
    invitation: messages.filter(({ template_key }) => template_key === 'team_invite').length,
  };
  // Always in this order, so that two transactions never wait for each other.
  for (const kind of sendingKinds) if (needed[kind] > 0) await countOrRefuse(ctx, kind, needed[kind]);
}

/** Counts recipients of one kind. Throws RATE_LIMITED if the hour has no room for all. */
export async function countOrRefuse(ctx: WriteCtx, kind: SendingKind, needed: number): Promise<void> {
  const hour = await takePlaces(ctx, kind, needed, { share: (perHour) => perHour, whole: true });
  if (!hour) throw await limitError(ctx, kind, needed, await hourOf(ctx, kind));
  await emitIfReached(ctx, kind, hour, needed);
}
