import type { Lang } from './context.ts';

/**
 * English message → its German and French translation; `{name}` is a placeholder for varying text, `{n}` for a number.
 */
export interface Translations {
  readonly de: Readonly<Record<string, string>>;
  readonly fr: Readonly<Record<string, string>>;
}

/** Returns the message in the user's language, or in English if there is no translation. */
export function translate(translations: Translations, lang: Lang, message: string): string {
  if (lang === 'en') return message;
  const table = translations[lang];
  return (Object.hasOwn(table, message) ? table[message] : byPattern(table, message)) ?? message;
}

function byPattern(table: Readonly<Record<string, string>>, message: string): string | null {
  for (const [english, other] of Object.entries(table)) {
    if (!english.includes('{')) continue;
    const names = [...english.matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string);
    const pattern = english
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{(\w+)\}/g, (_, name: string) => (name === 'n' ? '(-?[\\d.,]+)' : '(.+)'));
    const match = new RegExp(`^${pattern}$`).exec(message);
    if (match) return other.replace(/\{(\w+)\}/g, (_, name: string) => match[names.indexOf(name) + 1] ?? '');
  }
  return null;
}

/** Returns the language requested by an Accept-Language header; English for anything but de and fr. */
export function preferredLang(header: string | undefined): Lang {
  return langOf((header ?? '').split(',')[0]?.trim().slice(0, 2).toLowerCase());
}

/** Returns a stored language as one the server writes in; English for any other and for none. */
export function langOf(language: string | null | undefined): Lang {
  return language === 'de' || language === 'fr' ? language : 'en';
}
