import { addMinutes, type Instant } from '#domain/time.ts';
import type { ErrandCtx, WriteCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { type Mail, MailRefused } from '#server/outside/mail.ts';
import * as store from './store.ts';

/** Whoever sends renews the lease while the other server takes its time; a killed one's mail waits no longer than this. */
const leaseSeconds = 20;
const renewMs = 5000;
const leaseFrom = (now: Instant) => addMinutes(now, leaseSeconds / 60);

const maxAttempts = 12;

/**
 * Sends one queued mail. The row is claimed by a short lease first, renewed until the mail has left; the mail is made only of
 * what the row holds, so a repeat after a kill between sending and marking is the same bytes under the same Message-ID.
 */
export const sendMessage = job<{ message_id: string }>('messages/send', send, {
  retryLimit: maxAttempts,
  retryDelay: 5,
  concurrency: 4,
});

async function send(ctx: ErrandCtx, { message_id }: { message_id: string }): Promise<void> {
  const row = await ctx.tx((w) => store.claim(w, message_id, leaseFrom(w.now)));
  if (row === 'taken') throw new Error('another worker is sending this message');
  if (row === 'done') return;
  const letGo = keepClaimed(ctx, row);
  try {
    await ctx.outside.mail.send(await mailOf(ctx, row));
  } catch (error) {
    const isFinal = error instanceof MailRefused || row.attempts >= maxAttempts;
    await ctx.tx((w) => putBack(w, row, isFinal, String(error)));
    if (isFinal) return;
    throw error;
  } finally {
    letGo();
  }
  await ctx.tx((w) => store.markSent(w, message_id));
}

/** Renews the lease until the returned function is called. The time of a call stands still: what has passed is measured. */
function keepClaimed(ctx: ErrandCtx, row: store.ClaimedMessage): () => void {
  const begun = performance.now();
  const timer = setInterval(() => {
    const leaseUntil = leaseFrom(addMinutes(ctx.now, (performance.now() - begun) / 60_000));
    // One that fails is followed by the next; the lease outlasts three.
    ctx.tx((w) => store.renewClaim(w, row, leaseUntil)).catch(() => undefined);
  }, renewMs);
  return () => clearInterval(timer);
}

async function putBack(
  w: WriteCtx,
  row: store.ClaimedMessage,
  isFinal: boolean,
  reason: string,
): Promise<void> {
  const isOurs = await store.putBack(w, row, isFinal ? 'failed' : 'queued', reason);
  if (isOurs && isFinal) {
    await w.emit({ type: 'message.failed', message_id: row.id, appointment_id: row.appointment_id, reason });
  }
}

async function mailOf(ctx: ErrandCtx, row: store.ClaimedMessage): Promise<Mail> {
  const attachments = [];
  for (const each of row.attachments) {
    if ('text' in each) {
      attachments.push({ filename: each.name, type: each.type, content: Buffer.from(each.text) });
      continue;
    }
    const key = await ctx.read((r) => store.storageKeyOf(r, each.file_id));
    const content = await ctx.files.readBytes(key);
    if (!content) throw new Error(`the file ${each.file_id} is not in the store`);
    attachments.push({ filename: each.name, type: each.type, content });
  }
  const list = (text: string) =>
    text
      .split(',')
      .map((a) => a.trim())
      .filter(Boolean)
      .map((address) => ({ address }));
  return {
    key: row.key,
    date: row.created_at,
    from: { ...(row.from_name ? { name: row.from_name } : {}), address: ctx.installation.mailFrom },
    to: list(row.to_address),
    cc: list(row.cc_address),
    bcc: list(row.bcc_address),
    ...(row.reply_to ? { replyTo: { address: row.reply_to } } : {}),
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    attachments,
  };
}
