/** The four date formats a company can choose from (decisions G-SET-2). */
export type DateFormat = 'MM/DD/YYYY' | 'DD/MM/YYYY' | 'YYYY-MM-DD' | 'DD.MM.YYYY';
export const dateFormats: readonly DateFormat[] = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY'];

/** The languages of the product. */
export type Lang = 'en' | 'de' | 'fr';

/** The date formats readers of a language know, the usual one first. English is read in all of these countries. */
export const usualDateFormats: Record<Lang, readonly [DateFormat, ...DateFormat[]]> = {
  en: ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY'],
  de: ['DD.MM.YYYY', 'YYYY-MM-DD'],
  fr: ['DD/MM/YYYY', 'YYYY-MM-DD'],
};
