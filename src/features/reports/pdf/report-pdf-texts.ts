import type { Lang } from '#domain/base/date-formats.ts';

/** The language of the PDFs that are built when a report is published; the others are made when they are asked for. */
export const storedPdfLang: Lang = 'en';

interface ReportPdfTexts {
  order: string;
  size: string;
  squareFeet: (size: string) => string;
  built: string;
  listing_agent: string;
  contractor: string;
  yes: string;
  no: string;
  summary: string;
  range: (from: string, to: string) => string;
}

/** Words of a report's PDF that depend on its data; its headings are in assets/typst/labels.json. */
export const reportPdfTexts: Readonly<Record<Lang, ReportPdfTexts>> = {
  en: {
    order: 'Order',
    size: 'Size',
    squareFeet: (size) => `${size} sq ft`,
    built: 'Year built',
    listing_agent: 'Listing agent',
    contractor: 'Contractor',
    yes: 'Yes',
    no: 'No',
    summary: 'Summary',
    range: (from, to) => `${from} to ${to}`,
  },
  de: {
    order: 'Auftrag',
    size: 'Größe',
    squareFeet: (size) => `${size} Quadratfuß`,
    built: 'Baujahr',
    listing_agent: 'Makler des Verkäufers',
    contractor: 'Auftragnehmer',
    yes: 'Ja',
    no: 'Nein',
    summary: 'Zusammenfassung',
    range: (from, to) => `${from} bis ${to}`,
  },
  fr: {
    order: 'Commande',
    size: 'Surface',
    squareFeet: (size) => `${size} pi²`,
    built: 'Année de construction',
    listing_agent: 'Agent du vendeur',
    contractor: 'Prestataire',
    yes: 'Oui',
    no: 'Non',
    summary: 'Résumé',
    range: (from, to) => `de ${from} à ${to}`,
  },
};
