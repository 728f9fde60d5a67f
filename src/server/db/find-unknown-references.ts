import { mine, type TenantReader } from './scope.ts';

/** An id that a caller sent inside a document, where no foreign key checks it. */
export interface Reference {
  /** What it names. */
  kind: keyof typeof kinds;
  id: string;
  /** Where it was sent (`fees.0.serviceId`). */
  path: string;
  /** Chosen with this call, so that a deleted record is refused whatever its kind. */
  isChosen?: boolean;
}

/** The records that can be named. Deleted ones may be where a document goes on naming what it was made with. */
const kinds = {
  service: { table: 'services', mayBeDeleted: true, message: 'This service is not available' },
  addOn: { table: 'add_ons', mayBeDeleted: true, message: 'This add-on is not available' },
  discountCode: {
    table: 'discount_codes',
    mayBeDeleted: true,
    message: 'This discount code is not available',
  },
  template: { table: 'templates', mayBeDeleted: false, message: 'This template is not available' },
  agreement: {
    table: 'agreement_templates',
    mayBeDeleted: false,
    message: 'This agreement is not available',
  },
  contractor: { table: 'contacts', mayBeDeleted: false, message: 'This contractor is not available' },
} as const;

/** Returns the message of each reference that names no record of this company, by path. One query per kind. */
export async function findUnknownReferences(
  ctx: TenantReader,
  references: readonly Reference[],
): Promise<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const kind of new Set(references.map((one) => one.kind))) {
    const named = references.filter((one) => one.kind === kind);
    const known = await knownRecords(ctx, kind, [...new Set(named.map((one) => one.id))]);
    for (const { id, path, isChosen } of named) {
      const isDeleted = known.get(id);
      const isFine = isDeleted === false || (isDeleted && kinds[kind].mayBeDeleted && !isChosen);
      if (!isFine) problems[path] = kinds[kind].message;
    }
  }
  return problems;
}

/** Returns which of these ids are records, and whether they are deleted. */
async function knownRecords(
  ctx: TenantReader,
  kind: Reference['kind'],
  ids: string[],
): Promise<Map<string, boolean>> {
  let query = mine(ctx, kinds[kind].table as 'contacts').where('id', 'in', ids);
  if (kind === 'contractor') query = query.where('kind', '=', 'contractor');
  const rows = await query.select(['id', 'deleted_at']).execute();
  return new Map(rows.map((row) => [row.id, row.deleted_at !== null]));
}
