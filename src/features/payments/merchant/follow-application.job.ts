import { addHours, asInstant, type Instant } from '#domain/base/time.ts';
import { isLookupFinal, mayBeAnswered, needsReview, nextCheckAt } from '#domain/connections/lost-answers.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { GatewayError } from '#server/outside/pay/kit/gateway.ts';
import { applicationCheck, scheduleApplicationCheck } from '../scheduled-checks.ts';
import { type ApplicationRow, applicationById, recordApplicationCheck } from './applications.ts';
import { markArrived, markNeverArrived, markStillUnknown } from './settle-application.ts';

/** An application that Fortis does not know this long after it was sent never arrived. */
const lookupIsFinalAfterMinutes = 15;
/** An undecided application is checked daily for this long. */
export const maxPollingDays = 120;

/**
 * Follows an application whose arrival or decision is unknown, even if the process that sent it died. Idempotent.
 */
export const followApplication = job(
  applicationCheck,
  async (ctx, { id, checks }) => {
    await pollApplication(ctx, id);
    await ctx.tx((w) => keepFollowing(w, id, checks));
  },
  { retryLimit: 20 },
);

/** Schedules the next check of an undecided application. */
export async function keepFollowing(w: WriteCtx, id: string, checks: number): Promise<void> {
  const row = await applicationById(w, id);
  const runAt = row && nextPollAt(row, checks, w.now);
  if (!runAt) return;
  await recordApplicationCheck(w, id);
  await scheduleApplicationCheck(w, id, runAt, checks + 1);
}

/** Asks Fortis once for the state of an application and stores it. */
export async function pollApplication(ctx: ActionCtx, id: string): Promise<void> {
  const row = await ctx.read((r) => applicationById(r, id));
  if (!row?.mode || !isFollowed(row) || isBeingSent(row, ctx.now)) return;
  try {
    const found = await ctx.external.pay.onboarding.find(row.mode, row.client_app_id);
    await ctx.tx(async (w) => {
      if (found) return markArrived(w, id, found);
      if (isLookupFinal(sentAt(row), lookupIsFinalAfterMinutes, w.now)) return markNeverArrived(w, id);
      await markStillUnknown(w, id, false);
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ code: error.code }, 'could not fetch the state of a merchant application');
    await ctx.tx((w) => markStillUnknown(w, id, needsReview(sentAt(row), w.now)));
  }
}

/** Returns whether the process that sent the application may still be waiting for the answer of Fortis. */
export function isBeingSent(row: Pick<ApplicationRow, 'state' | 'tried_at'>, now: ActionCtx['now']): boolean {
  return row.state === 'submitting' && row.tried_at !== null && mayBeAnswered(asInstant(row.tried_at), now);
}

function isFollowed({ state }: ApplicationRow): boolean {
  return state === 'submitting' || state === 'unknown' || state === 'submitted';
}

function nextPollAt(row: ApplicationRow, checks: number, now: Instant): Instant | null {
  if (row.state === 'submitted')
    return now < addHours(sentAt(row), maxPollingDays * 24) ? addHours(now, 24) : null;
  return isFollowed(row) ? nextCheckAt(sentAt(row), checks, now) : null;
}

function sentAt(row: ApplicationRow) {
  return asInstant(row.tried_at ?? row.created_at);
}
