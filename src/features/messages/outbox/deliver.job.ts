import { addMinutes, type Instant } from '#domain/base/time.ts';
import { secondsToNextAttempt } from '#domain/company/mail-retries.ts';
import { nextSendingHour } from '#domain/messages/sending-limits.ts';
import { busyAddressNote } from '#domain/messages/text-reasons.ts';
import { mostBusyHours } from '#domain/messages/visitor-mails.ts';
import { excerptOf } from '#domain/text/clean.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { MailRejected, MailUncertain, type RefusedRecipient } from '#server/outside/mail.ts';
import { admit } from '../sending/admit.ts';
import { isAddressBusy } from '../sending/is-address-busy.ts';
import { recipientsOf } from '../sending/recipients-of.ts';
import { toMail } from './channels/email.ts';
import { leaseFrom, renewLease } from './lease.ts';
import { type ClaimedDelivery, leaveOut } from './leave-out.ts';
import { type Outcome, recordOutcome } from './record-outcome.ts';
import * as store from './store.ts';

/** How long a mail waits before checking again whether a mail server is configured. */
const minutesWithoutServer = 60;
const longestReason = 500;

/**
 * Delivers one queued message. Claims the row with a short lease and renews it until the mail is sent. The mail is built from
 * the row only, so a repeat after a crash between sending and marking has the same bytes and the same Message-ID. A
 * failed attempt schedules the next one itself; the queue's retries are for killed workers only. When the server's
 * response to a complete mail was lost, the mail is not sent again: it is unconfirmed until a report or a user decides.
 */
export const deliverMessage = job<{ message_id: string }>('messages/send', send, {
  retryLimit: 12,
  retryDelay: 5,
  concurrency: 4,
});

async function send(ctx: ActionCtx, { message_id }: { message_id: string }): Promise<void> {
  const { missing } = ctx.external.mail;
  if (missing) return ctx.tx((w) => waitForServer(w, message_id, missing));
  const row = await ctx.tx((w) => claimOrReschedule(w, message_id));
  if (!row) return;
  if (await isAddressBusy(ctx, row)) return ctx.tx((w) => waitForRoom(w, row));
  const release = renewLease(ctx, row);
  const outcome = await attempt(ctx, row).finally(release);
  await ctx.tx(async (w) => {
    const retry = await recordOutcome(w, row, outcome);
    if (retry) await scheduleAttempt(w, row.id, addMinutes(w.now, secondsToNextAttempt(row.attempts) / 60));
  });
}

/** The mail waits for the next hour, a few times: an address that is flooded does not get the rest for days. */
async function waitForRoom(w: WriteCtx, row: ClaimedDelivery): Promise<void> {
  const [is, reason] = [row.attempts > mostBusyHours ? 'rejected' : 'deferred', busyAddressNote] as const;
  const retry = await recordOutcome(w, row, { is, reason, refused: [] });
  if (retry) await scheduleAttempt(w, row.id, nextSendingHour(w.now));
}

async function attempt(ctx: ActionCtx, row: ClaimedDelivery): Promise<Outcome> {
  try {
    const { refused = [] } = await ctx.external.mail.send(await toMail(ctx, row));
    return { is: 'accepted', refused: refused.map(cleanRefusal) };
  } catch (error) {
    ctx.log.warn({ err: error, message_id: row.id, attempts: row.attempts }, 'sending a mail failed');
    if (error instanceof MailUncertain) return { is: 'uncertain', reason: cleanReason(error.message) };
    if (error instanceof MailRejected)
      return {
        ...{ is: 'rejected', reason: cleanReason(error.message) },
        refused: error.refused.map(cleanRefusal),
      };
    return { is: 'deferred', reason: cleanReason(String(error)) };
  }
}

/** A server's answer as it is stored. */
function cleanReason(reason: string): string {
  return excerptOf(reason, longestReason);
}

function cleanRefusal(refused: RefusedRecipient): RefusedRecipient {
  return { ...refused, reason: cleanReason(refused.reason) };
}

/** Without a mail server no attempt is made, so the mail never fails for that reason. */
async function waitForServer(w: WriteCtx, id: string, reason: string): Promise<void> {
  if (await store.setWaitReason(w, id, reason))
    await scheduleAttempt(w, id, addMinutes(w.now, minutesWithoutServer));
}

/**
 * Claims the mail. Returns null if it was sent, has no recipient left, waits for an hour with room or another worker holds
 * it; that worker may be dead, so another attempt is scheduled.
 */
async function claimOrReschedule(w: WriteCtx, id: string): Promise<ClaimedDelivery | null> {
  const row = await store.claimMessage(w, id, leaseFrom(w.now));
  if (row === 'done') return null;
  if ('until' in row) {
    await scheduleAttempt(w, id, row.until);
    return null;
  }
  const left_out = await leaveOut(w, row);
  if (!left_out) return null;
  const recipients = recipientsOf(row).filter((each) => !left_out.includes(each)).length;
  return (await admit(w, row, recipients)) ? { ...row, left_out } : null;
}

/** The key limits each mail to one pending attempt, however many workers schedule it. */
function scheduleAttempt(w: WriteCtx, id: string, runAt: Instant): Promise<void> {
  return w.enqueue(deliverMessage, { message_id: id }, { key: id, runAt });
}
