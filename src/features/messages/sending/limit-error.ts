import { createReaderFormatter } from '#domain/base/formatter.ts';
import { nextSendingHour, type SendingKind, secondsToNextHour } from '#domain/messages/sending-limits.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';
import type { HourUse } from './sending-store.ts';

/** Builds the error for what a user sends and the hour has no room for: how many would fit, and when all do. Visitors do not learn the figures. */
export async function limitError(
  ctx: ReadCtx | WriteCtx,
  kind: SendingKind,
  needed: number,
  { used, per_hour: limit }: HourUse,
): Promise<AppError> {
  const free = Math.max(0, limit - used);
  const next = nextSendingHour(ctx.now);
  const format = createReaderFormatter(ctx.lang, await getCompany(ctx));
  const say = free === 0 ? sentences[kind].full : sentences[kind].part;
  if (ctx.link && !ctx.actor)
    return new AppError(
      'RATE_LIMITED',
      `Too many emails were sent from here. You can send again at ${format.time(next)}.`,
      { retryAfter: secondsToNextHour(ctx.now) },
    );
  return new AppError('RATE_LIMITED', say({ n: limit, free, needed, time: format.time(next) }), {
    ...{ kind, limit, used, free, needed, next },
    retryAfter: secondsToNextHour(ctx.now),
  });
}

interface Figures {
  n: number;
  free: number;
  needed: number;
  time: string;
}
type Sentence = (figures: Figures) => string;

/** Translated by their text: `full` without room, `part` if some would fit. */
const sentences: Readonly<Record<SendingKind, { full: Sentence; part: Sentence }>> = {
  email: {
    full: ({ n, time }) =>
      `Your company can send ${n} emails per hour and has reached this limit. You can send again at ${time}.`,
    part: ({ n, free, needed, time }) =>
      `Your company can send ${n} emails per hour. ${free} more can be sent before ${time}, and this would be ${needed}. Nothing was sent.`,
  },
  text: {
    full: ({ n, time }) =>
      `Your company can send ${n} texts per hour and has reached this limit. You can send again at ${time}.`,
    part: ({ n, free, needed, time }) =>
      `Your company can send ${n} texts per hour. ${free} more can be sent before ${time}, and this would be ${needed}. Nothing was sent.`,
  },
  stranger: {
    full: ({ n, time }) =>
      `Your company can write to ${n} new addresses per hour and has reached this limit. You can write to others at ${time}.`,
    part: ({ n, free, needed, time }) =>
      `Your company can write to ${n} new addresses per hour. ${free} more are possible before ${time}, and these would be ${needed}. Nothing was sent.`,
  },
  invitation: {
    full: ({ n, time }) =>
      `Your company can send ${n} invitations per hour and has reached this limit. You can invite others at ${time}.`,
    part: ({ n, free, needed, time }) =>
      `Your company can send ${n} invitations per hour. ${free} more can be sent before ${time}, and these would be ${needed}. Nothing was sent.`,
  },
};
