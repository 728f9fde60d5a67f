import { type MailTopic, wantsMail } from '#domain/company/mail-topics.ts';
import type { Lang, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { composeMessage, type TemplateKey } from './compose-message.ts';
import { getMailBranding } from './mail-branding.ts';
import type { MessageAttachment } from './message-attachment.ts';
import { sendMessage } from './send-message.job.ts';

/** A message to one person, before it is written. */
export interface NewMessage {
  /**
   * What makes it this message and no other: letters, digits, dots and dashes, unique in the company. It travels as Message-ID;
   * queueing the same key again changes nothing.
   */
  key: string;
  template: TemplateKey;
  lang: Lang;
  to: string;
  cc?: string;
  reply_to?: string;
  /** The company's name, or empty for the platform. A company's mail carries its head, foot and hidden copy. */
  from_name?: string;
  facts: Record<string, string>;
  link?: string;
  appointment_id?: string | null;
  person_id?: string | null;
  attachments?: MessageAttachment[];
  /** Of a mail to a member of the team (`person_id`): what it is about, where the template does not say so by itself. */
  topic?: MailTopic;
}

/** What a mail to the team is about; a member may have switched its topic off. */
const topicOf: Partial<Record<TemplateKey, MailTopic>> = {
  report_submitted_for_approval: 'report_approvals',
};

/**
 * Writes a message and schedules its sending, in the caller's transaction: it leaves if and only if the change commits, and
 * once however often it is queued. Gives whether it was new; a member of the team who does not want mails of this kind gets
 * none.
 */
export async function queueMessage(ctx: WriteCtx, message: NewMessage): Promise<boolean> {
  if (!(await isWanted(ctx, message))) return false;
  const manner = message.from_name ? await getMailBranding(ctx) : null;
  const { subject, text, html } = composeMessage(message.template, message.lang, message.facts, {
    ...(message.link ? { link: message.link } : {}),
    brand: manner?.layout ?? null,
  });
  const id = newId();
  const inserted = await ctx.db
    .insertInto('outbound_messages')
    .values({
      subscriber_id: ctx.subscriberId,
      id,
      key: message.key,
      channel: 'email',
      template_key: message.template,
      appointment_id: message.appointment_id ?? null,
      person_id: message.person_id ?? null,
      to_address: message.to,
      cc_address: message.cc ?? '',
      bcc_address: manner && !isAmong(manner.bcc, message) ? manner.bcc : '',
      reply_to: message.reply_to ?? manner?.replyTo ?? '',
      from_name: message.from_name ?? '',
      subject,
      body_text: text,
      body_html: html,
      attachments: JSON.stringify(message.attachments ?? []),
      created_at: ctx.now,
    })
    .onConflict((oc) => oc.columns(['subscriber_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await ctx.enqueue(sendMessage, { message_id: id }, { key: id });
  return true;
}

async function isWanted(ctx: WriteCtx, message: NewMessage): Promise<boolean> {
  const topic = message.topic ?? topicOf[message.template];
  if (!topic || !message.person_id) return true;
  const member = await mine(ctx, 'users')
    .where('id', '=', message.person_id)
    .select('notification_preferences')
    .executeTakeFirst();
  return !member || wantsMail(member.notification_preferences, topic);
}

/** Somebody who gets the mail anyway needs no hidden copy. */
function isAmong(address: string, message: NewMessage): boolean {
  const known = `${message.to},${message.cc ?? ''}`.split(',').map((each) => each.trim().toLowerCase());
  return known.includes(address.toLowerCase());
}
