import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { resendMissed as contract } from '../delivery-contract.ts';
import { currentAddress, missedMails } from './missed-mails.ts';
import { refuseUnreachable, sendAgain } from './send-again.ts';

/**
 * Sends the mails that did not reach a person again, to their current address. Each mail is sent again once, however often
 * this is called, and mails that a later one has replaced are not.
 */
export async function resendMissed(
  ctx: WriteCtx,
  { person_id }: HandlerInput<typeof contract>,
): Promise<HandlerOutput<typeof contract>> {
  const address = await currentAddress(ctx, person_id);
  if (address === null) throw notFound();
  await refuseUnreachable(ctx, address);
  const { all = [], worthSending = [] } = (await missedMails(ctx, [person_id])).get(person_id) ?? {};
  // Of two calls at once only one closes a problem; the other must not replace the links again.
  const closed = await closeProblems(ctx, all);
  const open = worthSending.filter((id) => closed.has(id));
  if (open.length === 0) return { sent: 0 };
  const mails = await mine(ctx, 'outbound_messages')
    .where('id', 'in', open)
    .selectAll()
    .orderBy('id')
    .execute();
  return { sent: (await sendAgain(ctx, mails, address)).size };
}

/** Returns the ids of those that were still open. */
async function closeProblems(ctx: WriteCtx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const closed = await updateMine(ctx, 'outbound_messages')
    .set({ problem_closed_at: ctx.now })
    .where('id', 'in', ids)
    .where('problem_closed_at', 'is', null)
    .returning('id')
    .execute();
  return new Set(closed.map(({ id }) => id));
}
