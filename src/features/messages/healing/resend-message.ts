import { type ResendObstacle, resendObstacle } from '#domain/messages/resend.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { resendMessage as contract } from '../delivery-contract.ts';
import { currentAddress, isReplaced, type MissedMail } from './missed-mails.ts';
import { refuseUnreachable, sendAgain } from './send-again.ts';

const refusals: Readonly<Record<ResendObstacle, string>> = {
  text: 'Text messages are not sent again. Write a new one.',
  login: 'Emails about a login are not sent again. Ask for a new one.',
  waiting: 'This message is still on its way',
  done: 'This message was sent again already',
  emptied: 'The text of this message was deleted, so it can’t be sent again',
  replaced: 'A later message replaced this one. Send that one again.',
};

/**
 * Sends one mail again, to its person's current address: also one that may have arrived, because a user decided so. Each
 * mail is sent again once; what was sent again can be sent again itself. Throws CONFLICT with the reason if it cannot.
 */
export async function resendMessage(
  ctx: WriteCtx,
  { id }: HandlerInput<typeof contract>,
): Promise<HandlerOutput<typeof contract>> {
  const mail = await mine(ctx, 'outbound_messages').where('id', '=', id).selectAll().executeTakeFirst();
  if (!mail) throw notFound();
  const { address, obstacle } = await resendState(ctx, mail);
  if (obstacle) throw new AppError('CONFLICT', refusals[obstacle], {});
  await refuseUnreachable(ctx, address);
  const sent = await sendAgain(ctx, [mail], address);
  if (sent.size === 0) throw new AppError('CONFLICT', refusals.done, {});
  await updateMine(ctx, 'outbound_messages')
    .set({ problem_closed_at: ctx.now })
    .where('id', '=', id)
    .where('problem_closed_at', 'is', null)
    .execute();
  return { to: address };
}

/** Where a message would be sent again, and why it cannot be. */
export async function resendState(
  ctx: ReadCtx,
  mail: MissedMail,
): Promise<{ address: string; obstacle: ResendObstacle | null; repeatedAt: string | null }> {
  const repeat = await mine(ctx, 'outbound_messages')
    .where('resend_of', '=', mail.id)
    .select('created_at')
    .executeTakeFirst();
  const repeatedAt = repeat?.created_at ?? null;
  const address = (mail.person_id && (await currentAddress(ctx, mail.person_id))) || mail.to_address;
  const obstacle = resendObstacle({
    ...mail,
    isRepeated: repeatedAt !== null,
    isReplaced: await isReplaced(ctx, mail),
  });
  return { address, obstacle, repeatedAt };
}
