import { placeholdersIn } from '#domain/messages/message-texts.ts';
import type { Lang, ReadCtx, WriteCtx } from '#server/context.ts';
import { type Audience, catalogue, type MessageKey } from './catalogue.ts';
import type { Template } from './compose-message.ts';
import * as store from './template-store.ts';
import de from './templates/de.json' with { type: 'json' };
import en from './templates/en.json' with { type: 'json' };
import fr from './templates/fr.json' with { type: 'json' };

type Stored = Readonly<Record<MessageKey, Template>>;

/** The product's texts, by language. */
export const defaultTexts: Readonly<Record<Lang, Stored>> = {
  en: withBraces(en),
  de: withBraces(de),
  fr: withBraces(fr),
};

/** The files write `{name}` for what users write as `{{name}}`. */
function withBraces(texts: Stored): Stored {
  const double = (text: string) => text.replace(/\{(\w+)\}/g, '{{$1}}');
  const entries = Object.entries(texts).map(([key, { subject, body, action, text }]) => [
    key,
    {
      subject: double(subject),
      body: body.map(double),
      ...(action ? { action } : {}),
      ...(text ? { text: double(text) } : {}),
    },
  ]);
  return Object.fromEntries(entries) as Stored;
}

const ofAppointment = ['company', 'address', 'date', 'time', 'zone', 'services'];

/** The placeholders of a message: those of the product's text and what is known of every appointment. */
export function placeholdersOf(key: MessageKey, channel: 'email' | 'text' = 'email'): string[] {
  const { subject, body, text = '' } = defaultTexts.en[key];
  const own = placeholdersIn((channel === 'text' ? [text] : [subject, ...body]).join('\n'));
  const isOfAppointment = own.includes('address');
  return [...new Set(['first_name', ...own, 'company', ...(isOfAppointment ? ofAppointment : [])])];
}

/** What a company sends of a message, and who gets it. */
export interface MessageChoice {
  /** The text in a language: the company's own, else the product's. */
  textOf: (lang: Lang) => Template;
  isEnabled: boolean;
  /** null: those of the catalogue. */
  audiences: readonly Audience[] | null;
}

/** Loads what the company chose for a message. Platform messages are never the company's. */
export async function loadChoice(
  ctx: ReadCtx | WriteCtx,
  key: MessageKey,
  channel: 'email' | 'text' = 'email',
): Promise<MessageChoice> {
  const { sender, canBeDisabled } = catalogue[key];
  if (sender !== 'company')
    return { textOf: (lang) => defaultTexts[lang][key], isEnabled: true, audiences: null };
  const own = await store.companyTexts(ctx, key, channel);
  const choice = await store.companySwitch(ctx, key, channel);
  return {
    textOf: (lang) => {
      const row = own.find((one) => one.lang === lang);
      return row ? ownTemplate(defaultTexts[lang][key], row) : defaultTexts[lang][key];
    },
    isEnabled: choice?.enabled !== false || !canBeDisabled,
    audiences: (choice?.audiences as Audience[] | null | undefined) ?? null,
  };
}

/** A company's text. A message without a button leads nowhere, whatever its label. */
export function ownTemplate(
  standard: Template,
  own: { subject: string; body: string; action_label: string | null },
): Template {
  const action = standard.action && (own.action_label || standard.action);
  return {
    subject: own.subject,
    body: own.body.split(/\n{2,}/),
    ...(action ? { action } : {}),
    text: own.body,
  };
}
