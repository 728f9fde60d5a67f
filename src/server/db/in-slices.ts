/** PostgreSQL takes at most 65,535 values in a statement: up to 32 for each row. */
const rowsAtOnce = 2000;

/** Calls `save` with slices of the rows, in order, that each fit into one statement; not at all without rows. */
export async function inSlices<T>(rows: readonly T[], save: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) await save(rows.slice(at, at + rowsAtOnce));
}
