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
  return (Object.hasOwn(table, message) ? table[message] : byPattern(table, lang, message)) ?? message;
}

/** A message with placeholders: the texts around them, their names, and the translation. */
interface Pattern {
  texts: readonly string[];
  names: readonly string[];
  translation: string;
}

type Table = Readonly<Record<string, string>>;
const patterns = new WeakMap<Table, readonly Pattern[]>();

function patternsOf(table: Table): readonly Pattern[] {
  const known = patterns.get(table);
  if (known) return known;
  const made = Object.entries(table)
    .filter(([english]) => english.includes('{'))
    .map(([english, translation]) => ({
      texts: english.split(/\{\w+\}/),
      names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      translation,
    }));
  patterns.set(table, made);
  return made;
}

function byPattern(table: Table, lang: 'de' | 'fr', message: string): string | null {
  for (const pattern of patternsOf(table)) {
    const values = valuesIn(pattern, message);
    if (!values) continue;
    return pattern.translation.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values.get(name) ?? '';
      return name === 'n' || name === 'm' ? grouped(lang, value) : value;
    });
  }
  return null;
}

/** Returns a whole number with the separators of the language, as screens show it; other values as they are. */
function grouped(lang: 'de' | 'fr', value: string): string {
  return /^\d{1,3}(?:,\d{3})+$/.test(value) ? value.replaceAll(',', lang === 'de' ? '.' : '\u00a0') : value;
}

/**
 * Returns the values of a message's placeholders by name, or null if it is another message. Each ends before the first
 * occurrence of the text that follows: messages contain what users typed, so a search that takes a step back, as a
 * regular expression does, could be made to take minutes.
 */
function valuesIn({ texts, names }: Pattern, message: string): Map<string, string> | null {
  const [first = ''] = texts;
  const last = texts.at(-1) ?? '';
  const end = message.length - last.length;
  if (!message.startsWith(first) || !message.endsWith(last)) return null;
  const values = new Map<string, string>();
  let at = first.length;
  for (const [i, name] of names.entries()) {
    const next = texts[i + 1] ?? '';
    const to = i === names.length - 1 ? end : message.indexOf(next, at + 1);
    const value = message.slice(at, Math.max(to, at));
    if (value === '' || to > end || (name === 'n' && !/^-?[\d.,]+$/.test(value))) return null;
    values.set(name, value);
    at = to + next.length;
  }
  return values;
}

/** Returns the language requested by an Accept-Language header; English for anything but de and fr. */
export function preferredLang(header: string | undefined): Lang {
  return langOf((header ?? '').split(',')[0]?.trim().slice(0, 2).toLowerCase());
}

/** Returns a stored language as one the server writes in; English for any other and for none. */
export function langOf(language: string | null | undefined): Lang {
  return language === 'de' || language === 'fr' ? language : 'en';
}
