import { asCents } from '#domain/base/money.ts';
import type { AgreementFacts } from '#domain/text/placeholders.ts';
import type { Lang } from '#server/context.ts';

const serviceNames: Record<Lang, readonly [string, string]> = {
  en: ['Home inspection', 'Radon test'],
  de: ['Hausinspektion', 'Radonmessung'],
  fr: ['Inspection de la maison', 'Mesure du radon'],
};

/** The preview's sample data, apart from the date: two clients and two services at made-up prices. */
export function previewSample(
  lang: Lang,
): Omit<AgreementFacts, 'zone' | 'currency' | 'date_time' | 'signed_on'> {
  const [house, radon] = serviceNames[lang];
  return {
    client_names: ['Jane Miller', 'John Miller'],
    property_address: '1847 Seabright Avenue, Cape Elizabeth, ME 04107',
    price_cents: asCents(62_500),
    technician: { person_id: '', name: 'Alex Carter' },
    services: [house, radon],
    fees: [
      { line_item: house, total_cents: asCents(47_500) },
      { line_item: radon, total_cents: asCents(15_000) },
    ],
  };
}
