import { sql } from 'kysely';
import type { RowValues } from '#domain/people/people-import.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import { decodeCursor, type Page, pageSize, toPage } from '#wire/paging.ts';
import type { ContactKind } from '../present.ts';
import type { StagedFile } from './stage-table.ts';

/** An import as stored. */
export interface ImportRecord {
  id: string;
  kind: string;
  file_name: string;
  status: string;
  update_existing: boolean;
  headers: string[];
  total: number;
  done: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  created_by: string | null;
  created_at: string;
  finished_at: string | null;
  undone_at: string | null;
  undo: unknown;
  rows_deleted_at: string | null;
}

const columns = [
  'id',
  'kind',
  'file_name',
  'status',
  'update_existing',
  'headers',
  'total',
  'done',
  'created',
  'updated',
  'skipped',
  'failed',
  'created_by',
  'created_at',
  'finished_at',
  'undone_at',
  'undo',
  'rows_deleted_at',
] as const;

interface NewImport {
  id: string;
  kind: ContactKind;
  file_name: string;
  update_existing: boolean;
  staged: StagedFile;
}

/** Stores an import with all its rows; rows decided by the file alone are done immediately. */
export async function insert(
  w: WriteCtx,
  { id, kind, file_name, update_existing, staged }: NewImport,
): Promise<void> {
  const { headers, mapping, total, failed, skipped, parts } = staged;
  await insertMine(w, 'imports', {
    id,
    kind,
    file_name,
    status: 'waiting',
    update_existing,
    ...{ headers, total, failed, skipped },
    mapping: JSON.stringify(mapping),
    done: failed + skipped,
    created_by: w.actor?.userId ?? null,
    created_at: w.now,
  }).execute();
  for (const part of parts)
    await sql`insert into import_rows (subscriber_id, import_id, row_no, cells, given, problems, result)
    select ${w.subscriberId}::uuid, ${id}::uuid, row_no, cells, given, problems, result
    from jsonb_to_recordset(${part}::jsonb)
      as r (row_no integer, cells jsonb, given jsonb, problems jsonb, result text)`.execute(w.db);
}

/** Finds an import by id. */
export function byId(ctx: ReadCtx | WriteCtx, id: string): Promise<ImportRecord | undefined> {
  return mine(ctx, 'imports').where('id', '=', id).select(columns).executeTakeFirst();
}

/** Locks an import until the transaction ends, so that a batch and an undo never run on it at the same time. */
export function lockImport(w: WriteCtx, id: string): Promise<ImportRecord | undefined> {
  return mine(w, 'imports').where('id', '=', id).select(columns).forUpdate().executeTakeFirst();
}

/** Imports, latest first. */
export async function page(
  ctx: ReadCtx,
  input: { cursor?: string | undefined; perPage?: number | undefined; limit?: number | undefined },
): Promise<Page<ImportRecord>> {
  const perPage = pageSize(input);
  let rows = mine(ctx, 'imports').select(columns);
  const [after] = decodeCursor(input.cursor, 'id') ?? [];
  if (after) rows = rows.where('id', '<', after);
  const found = await rows
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .execute();
  const { total } = await mine(ctx, 'imports')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return toPage(found, perPage, (row) => [row.id], total);
}

/** The next pending rows in file order. */
export async function nextWaitingRows(
  ctx: ReadCtx | WriteCtx,
  id: string,
  limit: number,
): Promise<{ row_no: number; given: RowValues }[]> {
  const rows = await mine(ctx, 'import_rows')
    .where('import_id', '=', id)
    .where('result', 'is', null)
    .select(['row_no', 'given'])
    .orderBy('row_no')
    .limit(limit)
    .execute();
  return rows as { row_no: number; given: RowValues }[];
}

/** Returns which of these contacts rows of this import already created, updated or matched. */
export async function findMatched(
  w: WriteCtx,
  id: string,
  contacts: readonly string[],
): Promise<Set<string>> {
  const rows = await mine(w, 'import_rows')
    .where('import_id', '=', id)
    .where(sql<boolean>`contact_id = any(${contacts}::uuid[])`)
    .select('contact_id')
    .execute();
  return new Set(rows.map((row) => row.contact_id as string));
}

/** The result of a row. */
export interface Outcome {
  row_no: number;
  result: 'new' | 'update' | 'duplicate';
  contact_id: string | null;
  before: unknown;
  after_rev: number | null;
}

/** Stores the results of rows; each row gets one only once. */
export async function saveOutcomes(w: WriteCtx, id: string, outcomes: readonly Outcome[]): Promise<void> {
  await sql`update import_rows r set result = o.result, contact_id = o.contact_id, before = o.before, after_rev = o.after_rev
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (row_no integer, result text, contact_id uuid, before jsonb, after_rev integer)
    where r.subscriber_id = ${w.subscriberId}::uuid and r.import_id = ${id}::uuid and r.row_no = o.row_no and r.result is null`.execute(
    w.db,
  );
  const count = (result: string) => outcomes.filter((one) => one.result === result).length;
  await updateMine(w, 'imports')
    .set((eb) => ({
      status: 'running',
      done: eb('done', '+', outcomes.length),
      created: eb('created', '+', count('new')),
      updated: eb('updated', '+', count('update')),
      skipped: eb('skipped', '+', count('duplicate')),
    }))
    .where('id', '=', id)
    .execute();
}

/** Marks an import as done. */
export async function markFinished(w: WriteCtx, id: string): Promise<void> {
  await updateMine(w, 'imports').set({ status: 'done', finished_at: w.now }).where('id', '=', id).execute();
}

/** Rejected rows as they were in the file, from the start or after a row. */
export async function listRejectedRows(
  ctx: ReadCtx,
  id: string,
  limit: number,
  after = 0,
): Promise<{ row_no: number; cells: string[]; problems: Record<string, string> }[]> {
  const rows = await mine(ctx, 'import_rows')
    .where('import_id', '=', id)
    .where('result', '=', 'broken')
    .where('row_no', '>', after)
    .select(['row_no', 'cells', 'problems'])
    .orderBy('row_no')
    .limit(limit)
    .execute();
  return rows as { row_no: number; cells: string[]; problems: Record<string, string> }[];
}

/** The column mapping last used for these headers. */
export async function getSavedMapping(
  ctx: ReadCtx,
  kind: string,
  headersHash: string,
): Promise<Record<string, string> | undefined> {
  const row = await mine(ctx, 'import_mappings')
    .where('kind', '=', kind)
    .where('headers_hash', '=', headersHash)
    .select('mapping')
    .executeTakeFirst();
  return row?.mapping as Record<string, string> | undefined;
}

/** How many sets of headers are remembered per kind. */
const mostMappings = 50;

/** Stores the column mapping for these headers, and forgets those used longest ago. */
export async function saveMapping(
  w: WriteCtx,
  kind: string,
  headersHash: string,
  mapping: object,
): Promise<void> {
  const values = { mapping: JSON.stringify(mapping), updated_at: w.now };
  await insertMine(w, 'import_mappings', { kind, headers_hash: headersHash, ...values })
    .onConflict((oc) => oc.columns(['subscriber_id', 'kind', 'headers_hash']).doUpdateSet(values))
    .execute();
  const latest = mine(w, 'import_mappings')
    .where('kind', '=', kind)
    .orderBy('updated_at', 'desc')
    .orderBy('headers_hash')
    .limit(mostMappings)
    .select('headers_hash');
  await deleteMine(w, 'import_mappings')
    .where('kind', '=', kind)
    .where('headers_hash', 'not in', latest)
    .execute();
}
