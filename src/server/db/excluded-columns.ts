import { type RawBuilder, sql } from 'kysely';

/** The columns that an upsert overwrites with the new row, for `doUpdateSet`. */
export function excludedColumns<C extends string>(columns: readonly C[]): Record<C, RawBuilder<never>> {
  return Object.fromEntries(
    columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]),
  ) as Record<C, RawBuilder<never>>;
}
