import { mine, type TenantReader } from './scope.ts';

/** An id that a caller sent inside a document, where no foreign key checks it. */
export interface Reference {
  /** What it names. */
  kind: keyof typeof kinds;
  id: string;
  /** Where it was sent (`fees.0.serviceId`). */
  path: string;
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
    const known = await knownIds(ctx, kind, [...new Set(named.map((one) => one.id))]);
    for (const { id, path } of named) if (!known.has(id)) problems[path] = kinds[kind].message;
  }
  return problems;
}

async function knownIds(ctx: TenantReader, kind: Reference['kind'], ids: string[]): Promise<Set<string>> {
  const { table, mayBeDeleted } = kinds[kind];
  let query = mine(ctx, table as 'contacts').where('id', 'in', ids);
  if (!mayBeDeleted) query = query.where('deleted_at', 'is', null);
  if (kind === 'contractor') query = query.where('kind', '=', 'contractor');
  return new Set((await query.select('id').execute()).map((row) => row.id));
}
