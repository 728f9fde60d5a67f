import { hasExhaustedAttempts } from '#domain/company/mail-retries.ts';
import { type BounceLabel, bounceKind, statusCodeIn } from '#domain/messages/bounces.ts';
import type { WriteCtx } from '#server/context.ts';
import type { RefusedRecipient } from '#server/outside/mail.ts';
import { recordBounce } from '../events/record-bounce.ts';
import { addressesIn, insertEvents, recordMessageEvent } from '../events/record-message-event.ts';
import type { ClaimedDelivery } from './leave-out.ts';
import * as store from './store.ts';

/** How an attempt to send a message ended. */
export type Outcome =
  | { is: 'accepted'; refused: readonly RefusedRecipient[] }
  | { is: 'rejected'; reason: string; refused: readonly RefusedRecipient[] }
  | { is: 'deferred'; reason: string }
  | { is: 'uncertain'; reason: string };

/**
 * Records the outcome of an attempt, for each recipient where they differ. Returns whether another attempt is due.
 * Another worker that has claimed the message since decides instead, unless the message was accepted.
 */
export async function recordOutcome(w: WriteCtx, row: ClaimedDelivery, outcome: Outcome): Promise<boolean> {
  if (outcome.is === 'accepted') return recordAcceptance(w, row, outcome.refused);
  const { reason } = outcome;
  if (outcome.is === 'deferred') return deferOrFail(w, row, reason);
  if (!(await store.finishClaim(w, row))) return false;
  if (outcome.is === 'uncertain') {
    await recordMessageEvent(w, { message_id: row.id, kind: 'uncertain', detail: { reason } });
    return false;
  }
  if (outcome.refused.length === 0) await recordFailure(w, row, reason);
  for (const each of outcome.refused) await recordRefusal(w, row, each);
  return false;
}

async function recordAcceptance(
  w: WriteCtx,
  row: ClaimedDelivery,
  refused: readonly RefusedRecipient[],
): Promise<boolean> {
  const deferred = refused.filter(({ isFinal }) => !isFinal);
  const isLast = deferred.length === 0 || hasExhaustedAttempts(row.attempts);
  if (isLast) await store.markSent(w, row.id);
  else await deferOthers(w, row, refused, deferred);
  for (const each of refused) if (isLast || each.isFinal) await recordRefusal(w, row, each);
  return !isLast;
}

/** The message waits for some recipients; those who accepted it are noted, so that they do not get it again. */
async function deferOthers(
  w: WriteCtx,
  row: ClaimedDelivery,
  refused: readonly RefusedRecipient[],
  deferred: readonly RefusedRecipient[],
): Promise<void> {
  const waiting = [...row.left_out, ...refused.map(({ address }) => address.toLowerCase())];
  const accepted = addressesIn([row.to_address, row.cc_address, row.bcc_address].join(',')).filter(
    (each) => !waiting.includes(each),
  );
  await insertEvents(
    w,
    accepted.map((recipient) => ({ message_id: row.id, kind: 'sent', recipient })),
  );
  await store.recordFailedAttempt(w, row, 'queued', deferred.map(({ reason }) => reason).join(' '));
}

async function deferOrFail(w: WriteCtx, row: ClaimedDelivery, reason: string): Promise<boolean> {
  const isFinal = hasExhaustedAttempts(row.attempts);
  if (!(await store.recordFailedAttempt(w, row, isFinal ? 'failed' : 'queued', reason))) return false;
  if (isFinal) await emitFailure(w, row, reason);
  return !isFinal;
}

/** The mail as a whole was refused, which says nothing about its addresses. */
async function recordFailure(w: WriteCtx, row: ClaimedDelivery, reason: string): Promise<void> {
  const isBlocked = bounceKind(statusCodeIn(reason), null) === 'blocked';
  const kind = isBlocked ? 'blocked' : 'failed';
  await recordMessageEvent(w, { message_id: row.id, kind, detail: { reason } });
  await emitFailure(w, row, reason);
}

function recordRefusal(w: WriteCtx, row: ClaimedDelivery, refused: RefusedRecipient): Promise<void> {
  const { address: recipient, isFinal, reason } = refused;
  const label: BounceLabel = isFinal && /^55[013]\b/.test(reason) ? 'hard' : 'soft';
  return recordBounce(w, { message_id: row.id, recipient, status: statusCodeIn(reason), label, reason });
}

function emitFailure(w: WriteCtx, row: ClaimedDelivery, reason: string): Promise<void> {
  return w.emit({
    ...{ type: 'message.failed', message_id: row.id },
    ...{ appointment_id: row.appointment_id, reason },
  });
}
