import { type MailTopic, wantsMail } from '#domain/company/mail-topics.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { Lang, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { composeMessage } from './compose-message.ts';
import { mailBrandingOf } from './mail-branding.ts';
import type { MessageAttachment } from './outbox/message-attachment.ts';
import { queueMessages } from './outbox/queue-messages.ts';
import { type TemplateKey, templates } from './render.ts';

/** A message to one recipient, before it is rendered. */
export interface NewMessage {
  /**
   * Identifies the message: letters, digits, dots and dashes, unique in the company. Sent as the Message-ID; queueing
   * the same key again has no effect.
   */
  key: string;
  template: TemplateKey;
  lang: Lang;
  to: string;
  cc?: string;
  reply_to?: string;
  /** The company's name, or empty for the platform. A company's mail has its header, footer and BCC. */
  from_name?: string;
  facts: Record<string, string>;
  link?: string;
  appointment_id?: string | null;
  person_id?: string | null;
  attachments?: MessageAttachment[];
  /** For a mail to a team member (`person_id`): its topic, if the template doesn't determine it. */
  topic?: MailTopic;
}

/** The topic of a mail to the team; members can turn off topics. */
const topicOf: Partial<Record<TemplateKey, MailTopic>> = {
  report_submitted_for_approval: 'report_approvals',
};

/**
 * Renders a message and schedules its delivery in the caller's transaction: it is sent if and only if the transaction
 * commits, and once however often it is queued. Returns true if it was new; sends nothing to a team member who turned
 * off its topic.
 */
export async function queueMessage(ctx: WriteCtx, message: NewMessage): Promise<boolean> {
  if (!(await isWanted(ctx, message))) return false;
  const branding = message.from_name ? mailBrandingOf(await getCompany(ctx), ctx.installation) : null;
  const { subject, text, html } = composeMessage(
    templates[message.lang][message.template],
    message.lang,
    message.facts,
    { link: message.link ?? null, brand: branding?.layout ?? null },
  );
  const isNew = await queueMessages(ctx, [
    {
      key: message.key,
      channel: 'email',
      template_key: message.template,
      appointment_id: message.appointment_id ?? null,
      person_id: message.person_id ?? null,
      to_address: message.to,
      cc_address: message.cc ?? '',
      bcc_address: branding && !isAmong(branding.bcc, message) ? branding.bcc : '',
      reply_to: message.reply_to ?? branding?.replyTo ?? '',
      from_name: message.from_name ?? '',
      subject,
      body_text: text,
      body_html: html,
      attachments: message.attachments ?? [],
    },
  ]);
  return isNew.size > 0;
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

/** True if the address already receives the mail and needs no BCC. */
function isAmong(address: string, message: NewMessage): boolean {
  const known = `${message.to},${message.cc ?? ''}`.split(',').map((each) => each.trim().toLowerCase());
  return known.includes(address.toLowerCase());
}
