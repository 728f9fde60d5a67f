import type { Lang } from '#server/context.ts';
import type { Template } from './compose-message.ts';
import de from './templates/de.json' with { type: 'json' };
import en from './templates/en.json' with { type: 'json' };
import fr from './templates/fr.json' with { type: 'json' };

/** Name of a message's text. */
export type TemplateKey = keyof typeof en;

/** The texts of the product, by language. */
export const templates: Readonly<Record<Lang, Readonly<Record<TemplateKey, Template>>>> = { en, de, fr };
