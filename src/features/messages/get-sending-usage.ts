import {
  nextSendingHour,
  nextSendingStep,
  sendingKinds,
  sendingLimits,
} from '#domain/messages/sending-limits.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { HandlerOutput } from '#wire/route.ts';
import { readSenders } from './sending/read-senders.ts';
import type { getSendingUsage as contract, SendingUsage } from './sending-contract.ts';

/** Returns what the company has sent in the current hour, of how much, and how to get more. */
export async function getSendingUsage(ctx: ReadCtx): Promise<HandlerOutput<typeof contract>> {
  const sender = (await readSenders(ctx, [ctx.subscriberId])).get(ctx.subscriberId);
  if (!sender) throw new Error('a company reads itself');
  const isSet = Object.values(sender.record.set).some((figure) => figure !== null);
  return {
    ...stateOf(sender),
    next: nextSendingHour(ctx.now),
    step: isSet ? null : nextSendingStep(sender.record),
  };
}

/** The use of the current hour, how many messages wait, and what an administrator has set. */
interface State {
  kinds: SendingUsage[];
  waiting: number;
  set: Sender['record']['set'];
  rev: number;
}
type Sender = NonNullable<ReturnType<Awaited<ReturnType<typeof readSenders>>['get']>>;

/** Returns the state of companies by id, in one statement however many they are. Of other companies, for administrators only. */
export async function getSendingStates(
  ctx: ReadCtx | WriteCtx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, State>> {
  const senders = await readSenders(ctx, ids);
  return new Map(
    [...senders].map(([id, one]) => [id, { ...stateOf(one), set: one.record.set, rev: one.rev }]),
  );
}

function stateOf({ record, used, waiting }: Sender): Pick<State, 'kinds' | 'waiting'> {
  const limits = sendingLimits(record);
  return {
    kinds: sendingKinds.map((kind) => ({ kind, used: used[kind] ?? 0, limit: limits[kind] })),
    waiting,
  };
}
