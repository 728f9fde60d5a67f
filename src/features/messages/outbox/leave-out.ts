import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { addressesIn, recordMessageEvent } from '../events/record-message-event.ts';
import { findSuppressed } from '../suppressions/suppress.ts';
import * as store from './store.ts';

/** A claimed message and the recipients who do not get it at this attempt. */
export interface ClaimedDelivery extends store.ClaimedMessage {
  left_out: string[];
}

/**
 * Returns the recipients to leave out: those who accepted or refused the message before, and suppressed addresses, which
 * become part of its timeline. Returns null if no recipient is left but the hidden copy: the message is then finished.
 */
export async function leaveOut(w: WriteCtx, row: store.ClaimedMessage): Promise<string[] | null> {
  const settled = await settledRecipients(w, row.id);
  const visible = addressesIn(`${row.to_address},${row.cc_address}`);
  const open = [...visible, ...addressesIn(row.bcc_address)].filter((each) => !settled.includes(each));
  const suppressed = await findSuppressed(w, row.stream, open);
  for (const [recipient, why] of suppressed)
    await recordMessageEvent(w, {
      ...{ message_id: row.id, kind: 'blocked', recipient },
      detail: { reason: `suppressed.${why}` },
    });
  if ([...suppressed.values()].includes('unsubscribed')) await store.closeProblem(w, row.id);
  const left_out = [...settled, ...suppressed.keys()];
  if (visible.some((each) => !left_out.includes(each))) return left_out;
  await store.finishClaim(w, row);
  return null;
}

async function settledRecipients(w: WriteCtx, id: string): Promise<string[]> {
  const rows = await mine(w, 'message_events')
    .where('message_id', '=', id)
    .where('recipient', '<>', '')
    .where('kind', 'in', ['sent', 'failed', 'blocked', 'bounced'])
    .select('recipient')
    .distinct()
    .execute();
  return rows.map(({ recipient }) => recipient);
}
