import type { RepairRequest } from '#domain/reports/repair/repair-list.ts';
import type { DocumentLang } from '#server/documents/models.ts';

interface RepairLabels {
  title: string;
  requests: Record<RepairRequest, string>;
  request: string;
  preparedBy: string;
  preparedFor: string;
  report: string;
  published: string;
  estimates: string;
  credits: string;
  defects: string;
  gone: string;
}

/** The labels of a printed repair list. */
export const repairLabels: Record<DocumentLang, RepairLabels> = {
  en: {
    title: 'Repair list',
    requests: { repair: 'Repair', replace: 'Replace', credit: 'Credit', none: 'No request' },
    request: 'Request',
    preparedBy: 'Prepared by',
    preparedFor: 'For',
    report: 'Based on',
    published: '{report}, published {date}',
    estimates: 'Estimated costs',
    credits: 'Credits requested',
    defects: 'Defects',
    gone: 'This defect is no longer part of the report.',
  },
  de: {
    title: 'Reparaturliste',
    requests: { repair: 'Reparieren', replace: 'Ersetzen', credit: 'Gutschrift', none: 'Keine Forderung' },
    request: 'Forderung',
    preparedBy: 'Erstellt von',
    preparedFor: 'Für',
    report: 'Grundlage',
    published: '{report}, veröffentlicht am {date}',
    estimates: 'Geschätzte Kosten',
    credits: 'Geforderte Gutschriften',
    defects: 'Mängel',
    gone: 'Dieser Mangel ist nicht mehr Teil des Berichts.',
  },
  fr: {
    title: 'Liste de réparations',
    requests: { repair: 'Réparer', replace: 'Remplacer', credit: 'Crédit', none: 'Aucune demande' },
    request: 'Demande',
    preparedBy: 'Établie par',
    preparedFor: 'Pour',
    report: 'D’après',
    published: '{report}, publié le {date}',
    estimates: 'Coûts estimés',
    credits: 'Crédits demandés',
    defects: 'Défauts',
    gone: 'Ce défaut ne fait plus partie du rapport.',
  },
};
