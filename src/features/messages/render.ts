import type { Lang, WriteCtx } from '#server/context.ts';
import { catalogue, type MessageKey } from './catalogue.ts';
import type { Template } from './compose-message.ts';
import * as store from './store.ts';
import de from './templates/de.json' with { type: 'json' };
import en from './templates/en.json' with { type: 'json' };
import fr from './templates/fr.json' with { type: 'json' };

/** The product's texts, by language. */
export const defaultTexts: Readonly<Record<Lang, Readonly<Record<MessageKey, Template>>>> = { en, de, fr };

/**
 * Returns a function that gives a message's text in a language: the company's own, else the product's; null where the
 * company switched it off. Platform messages are never the company's.
 */
export async function loadTexts(ctx: WriteCtx, key: MessageKey): Promise<(lang: Lang) => Template | null> {
  const { sender, canBeDisabled } = catalogue[key];
  const own = sender === 'company' ? await store.companyTexts(ctx, key) : [];
  return (lang) => {
    const text: Template = defaultTexts[lang][key];
    const row = own.find((one) => one.lang === lang);
    if (!row) return text;
    if (!row.enabled && canBeDisabled) return null;
    // A message without a button leads nowhere, whatever its label.
    const action = text.action && (row.action_label ?? text.action);
    return { subject: row.subject, body: row.body.split(/\n{2,}/), ...(action ? { action } : {}) };
  };
}
