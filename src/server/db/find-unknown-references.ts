import { mine, type TenantReader } from './scope.ts';

/** An id that a caller sent inside a document, where no foreign key checks it. */
export interface Reference {
  /** The table whose row it names. */
  table: 'services' | 'add_ons' | 'discount_codes';
  id: string;
  /** Where it was sent (`fees.0.serviceId`). */
  path: string;
  message: string;
}

/**
 * Returns the message of each reference that names no record of this company, by path. Deleted records count: documents
 * may go on naming them. One query per table.
 */
export async function findUnknownReferences(
  ctx: TenantReader,
  references: readonly Reference[],
): Promise<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const table of new Set(references.map((one) => one.table))) {
    const named = references.filter((one) => one.table === table);
    const rows = await mine(ctx, table as 'services')
      .where('id', 'in', [...new Set(named.map((one) => one.id))])
      .select('id')
      .execute();
    const known = new Set(rows.map((row) => row.id));
    for (const { id, path, message } of named) if (!known.has(id)) problems[path] = message;
  }
  return problems;
}
