import type { MailStream } from '#domain/messages/streams.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { Lang, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { addressMail } from './company-mail.ts';
import { composeOwnMail } from './compose-message.ts';
import { mailBrandingOf } from './mail-branding.ts';
import { queueMessages, type RenderedMessage } from './outbox/queue-messages.ts';
import { trackedLinksOf } from './tracking/track-mail.ts';

/** A message whose text a company wrote, for one recipient, with its values merged. */
export interface OwnText {
  /** Sent once, however often it is queued. */
  key: string;
  lang: Lang;
  person_id: string | null;
  /** An email address, or of a text a phone number. */
  to: string;
  /** Comma-separated, only of an email. */
  cc: string;
  bcc: string;
  subject: string;
  /** HTML of an email, plain text of a text message. */
  body: string;
}

/** What is the same for all recipients. */
export interface OwnTextOptions {
  channel: 'email' | 'text';
  /** What it is, in the log. */
  template_key: string;
  stream: MailStream;
  appointment_id: string;
  /** The sender of an email; by default the company. */
  from_name?: string;
  reply_to?: string;
  /** Below 0, they are sent after the others that are waiting. */
  priority?: number;
}

/**
 * Sends texts that a company wrote to their recipients: emails with its header and footer. They are queued in the caller's
 * transaction, so they are sent if and only if that commits.
 */
export async function sendOwnTexts(
  ctx: WriteCtx,
  options: OwnTextOptions,
  texts: readonly OwnText[],
): Promise<void> {
  const company = await getCompany(ctx);
  const team = company.settings.track_emails ? await teamAmong(ctx, texts) : new Set();
  await queueMessages(
    ctx,
    texts.map((text) => {
      const isTracked = company.settings.track_emails && !team.has(text.person_id);
      return rendered(ctx, company, options, { ...text, isTracked });
    }),
    { ...(options.priority === undefined ? {} : { priority: options.priority }) },
  );
}

/** Those of the recipients who work for the company: what they open is not counted. */
async function teamAmong(ctx: WriteCtx, texts: readonly OwnText[]): Promise<Set<string | null>> {
  const ids = texts.flatMap(({ person_id }) => person_id ?? []);
  if (ids.length === 0) return new Set();
  const rows = await mine(ctx, 'users').where('id', 'in', ids).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

function rendered(
  ctx: WriteCtx,
  company: Company,
  options: OwnTextOptions,
  { key, lang, person_id, to, cc, bcc, subject, body, isTracked }: OwnText & { isTracked: boolean },
): RenderedMessage {
  const { channel, template_key, stream, appointment_id } = options;
  const what = { key, channel, template_key, stream, appointment_id, person_id, lang };
  const about = { ...what, urgency: 'planned' as const, attachments: [] };
  if (channel === 'text') {
    const addresses = addressMail(company, null, { email: to, cc: '' });
    return { ...about, ...addresses, subject: '', body_text: body, body_html: '' };
  }
  const branding = mailBrandingOf(company, ctx.installation);
  const mail = composeOwnMail({ subject, html: body }, lang, { ...branding.layout, isTracked });
  return {
    ...about,
    ...addressMail(company, branding, { email: to, cc, bcc }, options),
    subject: mail.subject,
    body_text: mail.text,
    body_html: mail.html,
    ...trackedLinksOf(ctx.installation, mail.html, isTracked),
  };
}
