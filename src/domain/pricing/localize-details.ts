import type { Lang } from '../base/date-formats.ts';
import type { Formatter } from '../base/formatter.ts';

/** The product's words in price details, which are stored in English. */
const words: Readonly<Record<Exclude<Lang, 'en'>, Readonly<Record<string, string>>>> = {
  de: {
    Base: 'Grundpreis',
    'Add-on': 'Zusatzleistung',
    Discount: 'Rabatt',
    'Square Feet': 'Fläche in Quadratfuß',
    Age: 'Alter des Hauses',
    'Year Built': 'Baujahr',
    'Zip Code': 'Postleitzahl',
    Foundation: 'Fundament',
    ...{ Basement: 'Keller', Slab: 'Bodenplatte', Crawlspace: 'Kriechkeller' },
    ...{ over: 'über', 'up to': 'bis', always: 'immer', or: 'oder' },
  },
  fr: {
    Base: 'Prix de base',
    'Add-on': 'Option',
    Discount: 'Réduction',
    'Square Feet': 'Surface en pieds carrés',
    Age: 'Âge de la maison',
    'Year Built': 'Année de construction',
    'Zip Code': 'Code postal',
    Foundation: 'Fondation',
    ...{ Basement: 'Sous-sol', Slab: 'Dalle', Crawlspace: 'Vide sanitaire' },
    ...{ over: 'plus de', 'up to': 'jusqu’à', always: 'toujours', or: 'ou' },
  },
};
const labeled =
  /^(Base|Add-on|Discount|Square Feet|Age|Year Built|Zip Code|Foundation)(?: (.+))? ([+-]?\S+)$/;

/**
 * Writes stored price and tax details as the reader's language does: `Square Feet 2000–2500 +$100.00` becomes `Square Feet
 * 2,000–2,500 +$100.00`, in German `Fläche in Quadratfuß 2.000–2.500 +100,00 $`. Years, percentages and ZIP codes stay as
 * they are, and so does what a company wrote.
 */
export function localizeDetails(text: string, format: Formatter, currency: number): string {
  return text
    .split('\n')
    .map((line) => localizeLine(line, format, currency))
    .join('\n');
}

function localizeLine(line: string, format: Formatter, currency: number): string {
  const [, label = '', range = '', amount = ''] = labeled.exec(line) ?? [];
  if (!label) return localizeAmounts(line, format, currency);
  const of: Readonly<Record<string, string>> = format.lang === 'en' ? {} : words[format.lang];
  // Years and ZIP codes have no thousands separator.
  const shown = label === 'Square Feet' ? groupNumbers(range, format) : range;
  const translated = shown.replace(
    /^(?:over|up to)(?= )|^always$|\b(?:Basement|Slab|Crawlspace)\b|(?<= )or(?= )/g,
    (word) => of[word] ?? word,
  );
  return [of[label] ?? label, translated, localizeAmounts(amount, format, currency)]
    .filter(Boolean)
    .join(' ');
}

function localizeAmounts(text: string, format: Formatter, currency: number): string {
  return text.replace(/(?:C|A|NZ)?\$(\d[\d,]*\.\d\d)(?!\d)/g, (_all, amount: string) =>
    format.money(Number(amount.replaceAll(',', '')), currency),
  );
}

/** Writes every number of a range of areas as the language does: `2000–2500` → `2,000–2,500`. */
export function groupNumbers(range: string, format: Pick<Formatter, 'number'>): string {
  return range.replace(/\d+(?:\.\d+)?/g, (digits) => format.number(Number(digits)));
}

/** Names that the product gives to lines of an invoice. */
export const builtInLines = {
  fee: { en: 'Cancellation fee', de: 'Stornogebühr', fr: 'Frais d’annulation' },
  trip: { en: 'Trip fee', de: 'Anfahrtspauschale', fr: 'Frais de déplacement' },
  credit: { en: 'Canceled services', de: 'Abgesagte Leistungen', fr: 'Prestations annulées' },
} as const satisfies Record<string, Readonly<Record<Lang, string>>>;

const discountIn: Readonly<Record<Lang, string>> = { en: 'Discount', de: 'Rabatt', fr: 'Réduction' };

/** Returns the name of a line in the reader's language if the product gave it; a company's own names stay. */
export function localizeLineItem(name: string, lang: Lang): string {
  const code = /^Discount \((.+)\)$/.exec(name)?.[1];
  if (code !== undefined) return `${discountIn[lang]} (${code})`;
  const known = Object.values(builtInLines).find((names) => Object.values<string>(names).includes(name));
  return known?.[lang] ?? name;
}
