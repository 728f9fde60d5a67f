import type { Lang } from '#domain/base/date-formats.ts';

/** The names that every company starts with, by category. The English ones are what the setting holds. */
const starterNames: Readonly<Record<number, Readonly<Record<Lang, string>>>> = {
  1: { en: 'Maintenance', de: 'Wartung', fr: 'Entretien' },
  2: { en: 'Recommendation', de: 'Empfehlung', fr: 'Recommandation' },
  3: { en: 'Safety hazard', de: 'Sicherheitsrisiko', fr: 'Risque pour la sécurité' },
};

/** The name of a severity for a reader: a name every company starts with in the reader's language, its own as it is. */
export function severityName({ category, name }: { category: number; name: string }, lang: Lang): string {
  const starter = starterNames[category];
  return starter?.en === name ? starter[lang] : name;
}

/** The severities with their names for a reader, see `severityName`. */
export function namedFor<S extends { category: number; name: string }>(
  severities: readonly S[],
  lang: Lang,
): S[] {
  return severities.map((severity) => ({ ...severity, name: severityName(severity, lang) }));
}
