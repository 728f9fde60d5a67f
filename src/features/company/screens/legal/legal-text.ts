/** A section of a legal text: a heading, paragraphs, and optionally a list. */
interface LegalSection {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}

/** A legal text in one language. All languages have the same version, because users accept a version. */
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
 * Loads the privacy policy or the terms of use in that language; each is a separate chunk. The wording is generic,
 * describes what the software does, and must be reviewed by the operator's lawyer.
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
