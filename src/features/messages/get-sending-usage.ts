import {
  nextSendingHour,
  nextSendingStep,
  type SenderRecord,
  sendingKinds,
  sendingLimits,
} from '#domain/messages/sending-limits.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { HandlerOutput } from '#wire/route.ts';
import { readHour, readSender } from './sending/sending-store.ts';
import type { getSendingUsage as contract, SendingUsage } from './sending-contract.ts';

/** Returns what the company has sent in the current hour, of how much, and how to get more. */
export async function getSendingUsage(ctx: ReadCtx): Promise<HandlerOutput<typeof contract>> {
  const sender = await readSender(ctx);
  const isSet = Object.values(sender.set).some((figure) => figure !== null);
  return {
    ...(await stateOf(ctx, sender)),
    next: nextSendingHour(ctx.now),
    step: isSet ? null : nextSendingStep(sender),
  };
}

/** Returns the use of the current hour, and how many messages wait. */
export async function getSendingState(ctx: ReadCtx | WriteCtx): Promise<State> {
  return stateOf(ctx, await readSender(ctx));
}

interface State {
  kinds: SendingUsage[];
  waiting: number;
}

async function stateOf(ctx: ReadCtx | WriteCtx, sender: SenderRecord): Promise<State> {
  const limits = sendingLimits(sender);
  const used = await readHour(ctx);
  const { count } = await mine(ctx, 'outbound_messages')
    .where('held_until', 'is not', null)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return {
    kinds: sendingKinds.map((kind) => ({ kind, used: used[kind] ?? 0, limit: limits[kind] })),
    waiting: Number(count),
  };
}
