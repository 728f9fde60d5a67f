/** A part of a legal text: a heading, paragraphs, and points where they read better as a list. */
export interface LegalSection {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}

/** A legal text in one language. The version is the same in all languages; people accept a version. */
export interface LegalText {
  title: string;
  version: string;
  /** YYYY-MM-DD. */
  date: string;
  intro: readonly string[];
  sections: readonly LegalSection[];
}

export type LegalKind = 'privacy' | 'terms';
export type LegalLang = 'en' | 'de' | 'fr';

export const LEGAL_VERSION = '1.0';
export const LEGAL_DATE = '2026-11-21';

/**
 * The privacy policy or the terms of use in that language; each comes to the browser by itself. The wording is general,
 * true to what the program does, and to be checked by a lawyer of whoever runs it.
 */
export async function legalText(kind: LegalKind, lang: LegalLang): Promise<LegalText> {
  if (kind === 'privacy') {
    if (lang === 'de') return (await import('./privacy-de.ts')).privacyDe;
    if (lang === 'fr') return (await import('./privacy-fr.ts')).privacyFr;
    return (await import('./privacy-en.ts')).privacyEn;
  }
  if (lang === 'de') return (await import('./terms-de.ts')).termsDe;
  if (lang === 'fr') return (await import('./terms-fr.ts')).termsFr;
  return (await import('./terms-en.ts')).termsEn;
}
