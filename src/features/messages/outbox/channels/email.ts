import { isOptional } from '#domain/messages/streams.ts';
import type { ActionCtx, Installation } from '#server/context.ts';
import type { Mail } from '#server/outside/mail.ts';
import { createMessageToken, type MessageReference } from '../../message-tokens.ts';
import { trackedHtml } from '../../tracking/track-mail.ts';
import type { ClaimedDelivery } from '../leave-out.ts';
import * as store from '../store.ts';

/** Builds the mail of a queued message from its row and its stored files only, so that every attempt is the same. */
export async function toMail(ctx: ActionCtx, row: ClaimedDelivery): Promise<Mail> {
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
    html: row.tracked_links
      ? trackedHtml(ctx.installation, messageOf(ctx, row), row.body_html, row.tracked_links)
      : row.body_html,
    attachments,
    ...trackingOf(ctx, row),
    leftOut: row.left_out,
  };
}

function messageOf({ subscriberId }: ActionCtx, { id }: ClaimedDelivery): MessageReference {
  return { subscriberId, messageId: id };
}

/** By what reports, and a recipient who wants no more, name the message. */
function trackingOf(
  ctx: ActionCtx,
  row: ClaimedDelivery,
): Pick<Mail, 'reference' | 'returnPath' | 'headers'> {
  const { installation, subscriberId } = ctx;
  const message = messageOf(ctx, row);
  const reference = createMessageToken(installation, 'report', message);
  const { mailBounceDomain: domain } = installation;
  return {
    reference,
    ...(domain ? { returnPath: `b+${reference}@${domain}` } : {}),
    headers: {
      'Feedback-ID': `${row.template_key}:${subscriberId}:${row.stream}:gable`,
      ...(isOptional(row.stream) ? unsubscribeHeaders(installation, message) : {}),
    },
  };
}

/** Lets mail programs offer one click (RFC 8058). */
function unsubscribeHeaders(installation: Installation, message: MessageReference): Record<string, string> {
  const { publicUrl, mailBounceDomain: domain } = installation;
  const token = createMessageToken(installation, 'unsubscribe', message);
  const byMail = domain ? `, <mailto:unsubscribe@${domain}?subject=${token}>` : '';
  return {
    'List-Unsubscribe': `<${publicUrl}/u/${token}>${byMail}`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function addressesIn(text: string): { address: string }[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((address) => ({ address }));
}
