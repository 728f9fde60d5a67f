import { addMinutes } from '#domain/time.ts';
import type { ErrandCtx, WriteCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { type Mail, MailRefused } from '#server/outside/mail.ts';
import * as store from './store.ts';

const leaseMinutes = 2;
const maxAttempts = 12;

/**
 * Sends one queued mail. The row is claimed by a short lease first; the mail is made only of what the row holds, so a repeat
 * after a kill between sending and marking is the same bytes under the same Message-ID.
 */
export const sendMessage = job<{ message_id: string }>('messages/send', send, {
  retryLimit: maxAttempts,
  retryDelay: 5,
  concurrency: 4,
});

async function send(ctx: ErrandCtx, { message_id }: { message_id: string }): Promise<void> {
  const row = await ctx.tx((w) => store.claim(w, message_id, addMinutes(w.now, leaseMinutes)));
  if (row === 'taken') throw new Error('another worker is sending this message');
  if (row === 'done') return;
  const mail = await mailOf(ctx, row);
  try {
    await ctx.outside.mail.send(mail);
  } catch (error) {
    const isFinal = error instanceof MailRefused || row.attempts >= maxAttempts;
    await ctx.tx((w) => putBack(w, row, isFinal, String(error)));
    if (isFinal) return;
    throw error;
  }
  await ctx.tx((w) => store.markSent(w, message_id));
}

async function putBack(
  w: WriteCtx,
  row: store.ClaimedMessage,
  isFinal: boolean,
  reason: string,
): Promise<void> {
  await store.putBack(w, row.id, isFinal ? 'failed' : 'queued', reason);
  if (isFinal) {
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
