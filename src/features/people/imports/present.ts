import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { ImportRun } from '../import-contract.ts';
import { type ImportRecord, listRejectedRows } from './store.ts';

const maxErrors = 200;

/** Presents an import for the wire, with its first errors. */
export async function presentImport(ctx: ReadCtx | WriteCtx, record: ImportRecord): Promise<ImportRun> {
  const [rows, names] = [
    record.failed > 0 ? await listRejectedRows(ctx, record.id, maxErrors) : [],
    await memberNames(ctx, [record.created_by]),
  ];
  const errors = rows.flatMap(({ row_no, problems }) =>
    Object.entries(problems).map(([field, message]) => ({ row: row_no, field, message })),
  );
  return { ...presentImportSummary(record, names), errors: errors.slice(0, maxErrors) };
}

/** Presents an import for a list, without the individual errors. */
export function presentImportSummary(record: ImportRecord, names: ReadonlyMap<string, string>): ImportRun {
  const { id, kind, created_by, headers: _, status, undo, ...rest } = record;
  return {
    import_id: id,
    ...rest,
    kind: kind === 'agent' ? 'agents' : 'clients',
    status: status as ImportRun['status'],
    created_by: names.get(created_by ?? '') ?? '',
    undo: undo as ImportRun['undo'],
    errors: [],
  };
}

/** Names of team members by id. */
export async function memberNames(
  ctx: ReadCtx | WriteCtx,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await mine(ctx, 'users')
    .where('id', 'in', wanted)
    .select(['id', 'first_name', 'last_name'])
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
}
