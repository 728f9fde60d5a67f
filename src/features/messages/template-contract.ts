import { z } from 'zod/mini';
import { messageTextLimits } from '#domain/messages/message-texts.ts';
import { asLine, asText, id, queryRev, revNumber } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

const languages = ['en', 'de', 'fr'] as const;
const channel = z.enum(['email', 'text'], 'Choose one of the options');
const lang = z.enum(languages, 'Choose one of the options');
/** The people of an appointment that a message can go to. */
const audience = z.enum(
  ['client', 'agent', 'listing_agent', 'inspector', 'contractor'],
  'Choose one of the options',
);

/** `changed`: at least one language has the company's own text. */
const state = z.enum(['default', 'changed', 'off']);

const summary = z.object({
  key: z.string(),
  channel,
  state,
  /** In the company's language. */
  subject: z.string(),
  /** The languages with the company's own text. */
  own: z.array(lang),
  /** Without the company's own text, although others have one: their readers get the product's. */
  missing: z.array(lang),
  /** Who gets it, of those who can; empty if the recipients are fixed. */
  audiences: z.array(audience),
  /** A message written by hand can start with its text: all its placeholders are known of every appointment. */
  can_start: z.boolean(),
});
export type MessageTemplateSummary = z.infer<typeof summary>;

const content = z.object({ subject: z.string(), message: z.string(), action_label: z.string() });

const template = z.object({
  key: z.string(),
  channel,
  /** Counts every change of the message. */
  rev: z.number(),
  state,
  enabled: z.boolean(),
  /** Someone waits for this message, so that it is always sent. */
  can_be_disabled: z.boolean(),
  has_button: z.boolean(),
  audiences: z.array(audience),
  /** Those among whom the company chooses; empty if the recipients are fixed. */
  offered: z.array(audience),
  placeholders: z.array(z.string()),
  texts: z.object({ en: content, de: content, fr: content }),
  /** The languages with the company's own text. */
  own: z.array(lang),
});
export type MessageTemplate = z.infer<typeof template>;

const at = { key: z.string().check(asLine), channel };
const text = {
  subject: z.string().check(asLine),
  message: z.string().check(asText),
  action_label: z.string().check(asLine),
};
/** A text as it is in the editor, about an appointment or a sample. */
const draft = z.object({ ...at, lang, ...text, appointment_id: z.optional(id) });

export const listMessageTemplates = read('GET /v2/message-templates', {
  access: 'member',
  capability: 'see_communication',
  summary: 'Lists the messages that the company can word, with what it changed.',
  input: z.object({}),
  output: z.array(summary),
  invalidates: ['messages'],
});

export const getMessageTemplate = read('GET /v2/message-templates/{key}', {
  access: 'member',
  capability: 'see_communication',
  summary: 'Returns a message: its text in every language, its placeholders and who gets it.',
  input: z.object(at),
  output: template,
  invalidates: ['messages'],
});

export const saveMessageTemplate = write('PUT /v2/message-templates/{key}', {
  access: 'member',
  capability: 'see_communication',
  summary: `Stores the company's text of a message in one language (subject up to ${messageTextLimits.subject} characters), whether it is sent, and who gets it. What is not sent stays. Unknown placeholders are refused, as is a change of a version that is no longer the current one.`,
  input: z.object({
    ...at,
    rev: revNumber,
    lang: z.optional(lang),
    subject: z.optional(text.subject),
    message: z.optional(text.message),
    action_label: z.optional(text.action_label),
    enabled: z.optional(z.boolean()),
    audiences: z.optional(z.array(audience)),
  }),
  output: template,
  invalidates: ['messages'],
});

export const restoreMessageTemplate = write('DELETE /v2/message-templates/{key}', {
  access: 'member',
  capability: 'see_communication',
  summary: "Restores the product's text of a message in one language.",
  input: z.object({ ...at, rev: queryRev, lang }),
  output: template,
  invalidates: ['messages'],
});

const preview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** Placeholders without a value: what they are in is left out. */
  empty: z.array(z.string()),
  /** Null: about a sample, not an appointment of the company. */
  order_id: z.nullable(z.string()),
});
export type MessagePreview = z.infer<typeof preview>;

export const previewMessageTemplate = read('POST /v2/message-templates/{key}/preview', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Renders a text about the given appointment, else the latest of the company, else a sample. Nothing is queued.',
  input: draft,
  output: preview,
  invalidates: ['messages'],
});

export const testMessageTemplate = write('POST /v2/message-templates/{key}/test', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Sends a text to the caller alone, rendered like the preview. The real message is sent all the same.',
  input: draft,
  output: z.object({ to: z.string() }),
  invalidates: ['messages'],
  limit: { by: 'account', max: 30, minutes: 60 },
});

const layoutType = z.number().check(z.minimum(0), z.maximum(2));
const layoutText = z.string().check(asText, z.maxLength(20_000));

export const previewMailLayout = read('POST /v2/messages/layout-preview', {
  access: 'member',
  capability: 'edit_settings',
  summary:
    'Renders a confirmation with sample data and the given header and footer, as the settings would be. Nothing is stored or sent.',
  input: z.object({
    lang,
    email_header_type: layoutType,
    email_footer_type: layoutType,
    /** HTML. */
    email_header_text: layoutText,
    email_footer_text: layoutText,
    point_of_contact_name: z.string().check(asLine, z.maxLength(1000)),
    track_emails: z.boolean(),
  }),
  output: z.object({ html: z.string() }),
  invalidates: ['company'],
});
