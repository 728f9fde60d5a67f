import { addressLines } from '#domain/base/addresses.ts';
import { createFormatter, createReaderFormatter, type Formatter } from '#domain/base/formatter.ts';
import { fillText, type MessageText } from '#domain/messages/message-texts.ts';
import { isClientRole } from '#domain/people/client-rights.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { Lang, ReadCtx, WriteCtx } from '#server/context.ts';
import { personalUrl } from '#server/personal-links.ts';
import {
  catalogue,
  isMessageApplicable,
  isTrackable,
  type MessageKey,
  type MessageType,
} from './catalogue.ts';
import { addressMail } from './company-mail.ts';
import { composeMessage, inspectionEvent, type Template } from './compose-message.ts';
import { type Facts, findAppointment, type MessageAppointment, standardFacts } from './facts.ts';
import { type MailBranding, mailBrandingOf } from './mail-branding.ts';
import type { MessageAttachment } from './outbox/message-attachment.ts';
import type { RenderedMessage } from './outbox/queue-messages.ts';
import { findRecipients, type Recipient, type RecipientChoice } from './recipients.ts';
import { loadChoice, type MessageChoice, ownTemplate } from './render.ts';
import { textBalance } from './texting/text-credits.ts';
import { trackedLinksOf } from './tracking/track-mail.ts';

/** What a message is about, this time. */
export interface Notice extends RecipientChoice {
  appointment_id?: string | null;
  /**
   * The message is sent once per occasion and recipient: `catalogue` says how a recipient completes its key. A function
   * returns the whole rest of the key.
   */
  occasion: string | ((to: Recipient) => string);
  /** Values of the text's variables, in addition to the standard ones. */
  facts?: FactsFor;
  /** The page of the button, by default the appointment's. Clients and agents get it with their personal part. */
  path?: string;
  /** What differs for each recipient. */
  each?: (to: Recipient) => Promise<{ link?: string; facts?: Facts }>;
  /** Instead of the company's address. */
  reply_to?: string;
  attachments?: readonly MessageAttachment[];
  /** Instead of those of the message; what a user sends to chosen people is mail unless it says otherwise. */
  channels?: readonly ('email' | 'text')[];
  /** What the user wrote for readers of a language, instead of the stored text. */
  texts?: (lang: Lang) => Pick<MessageText, 'subject' | 'message'>;
  /** Leaves out some of the recipients. */
  only?: (to: Recipient) => boolean;
  /** A user decided that it is sent, so the switches of the appointment do not matter. */
  requested?: boolean;
  /** A user sends it now: it is refused with an error if the company may not send as much in this hour. */
  isByHand?: boolean;
  /** Links lack their personal part, with which anyone could sign for the recipient. */
  isPreview?: boolean;
}

/** Values, or a function that writes them for a recipient: amounts, dates and times differ by language. */
type FactsFor = Facts | ((format: Formatter) => Facts);

/** What is the same for all recipients. */
interface Subject {
  company: Company | null;
  appointment: MessageAppointment | null;
  branding: MailBranding | null;
}

/** A message as one recipient gets it, and the values of its variables. */
export interface RenderedNotice {
  to: Recipient;
  message: RenderedMessage;
  values: Facts;
}

type Messages = Map<string, RenderedNotice>;

/** Renders a message for everyone who gets it, each key once. */
export async function renderNotice(
  ctx: ReadCtx | WriteCtx,
  key: MessageKey,
  notice: Notice,
): Promise<RenderedNotice[]> {
  const subject = await loadSubject(ctx, key, notice);
  if (!subject) return [];
  const messages: Messages = new Map();
  for (const wording of [key, ...(catalogue[key].variants ?? [])])
    await addMessages(ctx, wording, subject, notice, messages);
  return [...messages.values()];
}

/** Renders one wording of the message for the people it is written for, unless the company switched it off. */
async function addMessages(
  ctx: ReadCtx | WriteCtx,
  wording: MessageKey,
  subject: Subject,
  notice: Notice,
  messages: Messages,
): Promise<void> {
  const type = catalogue[wording];
  const { variantOf = wording } = type;
  const wanted = notice.channels ?? (notice.rows ? ['email'] : type.channels);
  for (const channel of type.channels.filter((each) => wanted.includes(each))) {
    if (channel === 'text' && !(await usesTexts(ctx))) continue;
    const choice = await loadChoice(ctx, wording, channel);
    if (!choice.isEnabled) continue;
    for (const to of await findRecipients(ctx, narrowed(type, choice, notice, channel), subject, notice)) {
      if (notice.only?.(to) === false || (channel === 'text' ? to.phone : to.email) === '') continue;
      const occasion = occasionOf(type, notice, to);
      const messageKey = `${variantOf}.${channel === 'text' ? 'text.' : ''}${occasion}`;
      if (messages.has(messageKey)) continue;
      const rendered = await render(ctx, wording, subject, { notice, to, messageKey, choice, channel });
      messages.set(messageKey, { to, ...rendered });
    }
  }
}

/** The message for the people that the company chose; those that a user chose get it anyway. */
function narrowed(
  type: MessageType,
  { audiences }: MessageChoice,
  { rows }: Notice,
  channel: 'email' | 'text',
): MessageType {
  if (rows) return { ...type, audiences: [...type.audiences, ...(type.optional ?? [])] };
  const usual = channel === 'text' ? type.audiences.filter((one) => one === 'client') : type.audiences;
  return { ...type, audiences: audiences ?? usual };
}

/** A company that never had credits does not text, and needs no failures that say so. */
async function usesTexts(ctx: ReadCtx | WriteCtx): Promise<boolean> {
  return ctx.installation.canText && (await textBalance(ctx)) !== null;
}

/** Loads the appointment and the company; null if the message does not apply. */
async function loadSubject(
  ctx: ReadCtx | WriteCtx,
  key: MessageKey,
  notice: Notice,
): Promise<Subject | null> {
  const { sender, stoppedBy } = catalogue[key];
  const { appointment_id, requested } = notice;
  const appointment = appointment_id ? ((await findAppointment(ctx, appointment_id)) ?? null) : null;
  if (appointment_id && !appointment) return null;
  if (appointment && !isMessageApplicable(key, appointment)) return null;
  if (appointment && stoppedBy && !requested && isStopped(appointment, stoppedBy)) return null;
  const company = sender === 'company' ? await getCompany(ctx) : null;
  return {
    company,
    appointment,
    branding: company && mailBrandingOf(company, ctx.installation),
  };
}

/** The choice made at the last save takes precedence over the switch for all automated messages. */
function isStopped(row: MessageAppointment, by: NonNullable<MessageType['stoppedBy']>): boolean {
  const settings = row.notification_settings as { send_notifications?: unknown } | null;
  const chosen = by === 'send_notifications' ? settings?.send_notifications : null;
  return typeof chosen === 'boolean' ? !chosen : row.disable_automated_notifications;
}

function occasionOf({ once }: MessageType, { occasion }: Notice, to: Recipient): string {
  if (typeof occasion === 'function') return occasion(to);
  if (once === 'per_occasion') return occasion;
  return `${occasion}.${once === 'per_person' ? (to.person_id ?? to.audience) : to.row_id}`;
}

async function render(
  ctx: ReadCtx | WriteCtx,
  key: MessageKey,
  { company, appointment, branding }: Subject,
  {
    notice,
    to,
    messageKey,
    choice,
    channel,
  }: { notice: Notice; to: Recipient; messageKey: string; choice: MessageChoice; channel: 'email' | 'text' },
): Promise<Omit<RenderedNotice, 'to'>> {
  const own = await notice.each?.(to);
  const format = company ? createReaderFormatter(to.lang, company) : createFormatter(to.lang, null, 'UTC');
  const facts = typeof notice.facts === 'function' ? notice.facts(format) : notice.facts;
  const link = own?.link ?? linkOf(ctx, to, appointment, notice);
  const values: Facts = {
    ...{ first_name: to.first_name, ...standardFacts(company, appointment, format) },
    ...facts,
    ...own?.facts,
    ...(channel === 'text' ? { link: link ?? '' } : {}),
  };
  const template = writtenOr(choice.textOf(to.lang), notice.texts?.(to.lang));
  const about = {
    key: messageKey,
    template_key: key,
    urgency: catalogue[key].urgent ? ('urgent' as const) : ('usual' as const),
    appointment_id: appointment?.id ?? null,
    person_id: to.person_id,
    from_name: company?.company_name ?? '',
  };
  if (channel === 'text')
    return { message: { ...about, ...composeTextMessage(template, to, values) }, values };
  const isTracked = branding?.isTracking === true && isTrackable(key, to.audience);
  const brand = branding && { ...branding.layout, isTracked };
  const event = eventFor(ctx, key, { company, appointment, to });
  const { subject, text, html } = composeMessage(template, to.lang, values, { link, brand, event });
  const message: RenderedMessage = {
    ...about,
    channel,
    stream: catalogue[key].sender === 'platform' ? 'account' : 'transactional',
    ...addressMail(company, branding, to, notice),
    subject,
    body_text: text,
    body_html: html,
    ...trackedLinksOf(ctx.installation, html, isTracked),
    attachments: notice.attachments ?? [],
  };
  return { message, values };
}

/** What the reader may add to a calendar. */
function eventFor(
  { installation }: ReadCtx | WriteCtx,
  key: MessageKey,
  { company, appointment, to }: Pick<Subject, 'company' | 'appointment'> & { to: Recipient },
) {
  if (!catalogue[key].hasCalendarLinks || !company || !appointment) return null;
  const page = `${installation.publicUrl}/client-view/${appointment.public_id}`;
  const about = { company: company.company_name, address: addressLines(appointment).join(', '), page };
  return inspectionEvent(about, appointment, to.lang);
}

/** A text message has only its text; the link is part of it. */
function composeTextMessage({ text = '' }: Template, { phone, lang }: Recipient, values: Facts) {
  return {
    ...{ channel: 'text' as const, lang, to_address: phone },
    body_text: fillText(text, values).trim(),
    ...{ cc_address: '', bcc_address: '', reply_to: '', subject: '', body_html: '', attachments: [] },
  };
}

/** The page for this recipient: the client's with their personal part, the office's without; null for other people. */
function linkOf(
  { installation }: ReadCtx | WriteCtx,
  { audience, row_id: id, link_version }: Recipient,
  appointment: MessageAppointment | null,
  { path, isPreview }: Notice,
): string | null {
  if (isClientRole(audience)) {
    const page = path ?? `/client-view/${appointment?.public_id}`;
    if (isPreview) return `${installation.publicUrl}${page}`;
    return id && personalUrl(installation, page, { id, link_version });
  }
  if (audience === 'contractor' || audience === 'chosen') return null;
  return `${installation.publicUrl}${path ?? `/appointments/details/${appointment?.id}`}`;
}

/** What the user wrote is the whole message, but for the button. */
function writtenOr(stored: Template, written: { subject: string; message: string } | undefined): Template {
  return written ? ownTemplate(stored, { ...written, body: written.message, action_label: null }) : stored;
}
