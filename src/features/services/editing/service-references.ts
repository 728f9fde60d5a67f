import type { ServiceValues } from '#domain/pricing/service-record.ts';
import type { Reference } from '#server/db/find-unknown-references.ts';

/** What a service brings to an appointment: its column, field and kind. */
const brings = [
  ['template_ids', 'templates', 'template'],
  ['agreement_ids', 'agreements', 'agreement'],
  ['contractor_ids', 'contractors', 'contractor'],
] as const;

type Ids = Partial<Record<(typeof brings)[number][0], string[]>>;

/** Returns what a service and its add-ons name, with paths like `add_ons.0.templates.1`. */
export function serviceReferences({
  columns,
  add_ons,
}: Pick<ServiceValues, 'columns' | 'add_ons'>): Reference[] {
  return [
    ...referencesIn(columns, ''),
    ...(add_ons ?? []).flatMap((addOn, i) => referencesIn(addOn, `add_ons.${i}.`)),
  ];
}

/** Returns what a service or an add-on names itself, with the path before each field. */
export function referencesIn(ids: Ids, path: string): Reference[] {
  return brings.flatMap(([column, field, kind]) =>
    (ids[column] ?? []).map((id, i) => ({ kind, id, path: `${path}${field}.${i}` })),
  );
}
