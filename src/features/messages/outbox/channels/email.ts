import type { ActionCtx } from '#server/context.ts';
import type { Mail } from '#server/outside/mail.ts';
import * as store from '../store.ts';

/** Builds the mail of a queued message from its row and its stored files only, so that every attempt is the same. */
export async function toMail(ctx: ActionCtx, row: store.ClaimedMessage): Promise<Mail> {
  const attachments = [];
  for (const each of row.attachments) {
    if ('text' in each) {
      attachments.push({ filename: each.name, type: each.type, content: Buffer.from(each.text) });
      continue;
    }
    const key = await ctx.read((r) => store.storageKeyOf(r, each.file_id));
    const content = await ctx.files.readBytes(key);
    if (!content) throw new Error(`the file ${each.file_id} is missing in the file store`);
    attachments.push({ filename: each.name, type: each.type, content });
  }
  return {
    key: row.key,
    date: row.created_at,
    from: { ...(row.from_name ? { name: row.from_name } : {}), address: ctx.installation.mailFrom },
    to: addressesIn(row.to_address),
    cc: addressesIn(row.cc_address),
    bcc: addressesIn(row.bcc_address),
    ...(row.reply_to ? { replyTo: { address: row.reply_to } } : {}),
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    attachments,
  };
}

function addressesIn(text: string): { address: string }[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((address) => ({ address }));
}
