import { headersKey, type ImportKind } from '#domain/people/people-import.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { ImportRow, ImportRun, importClients } from './import-contract.ts';
import { importPeopleJob } from './import-people.job.ts';
import { decideRows } from './imports/decide.ts';
import { presentImport } from './imports/present.ts';
import { importBatchSize, processBatch } from './imports/process-batch.ts';
import { type StagedFile, stageFile } from './imports/stage.ts';
import * as store from './imports/store.ts';
import { contactKindByRoute } from './present.ts';

/** Imports with up to this many rows finish within the request; larger ones run as a job. */
const smallFile = 200;

type Input = HandlerInput<typeof importClients>;
type Answer = HandlerOutput<typeof importClients>;

/**
 * Imports contacts from a table. Rows that are invalid or repeat an earlier row are reported and skipped, all others
 * are imported. A dry run makes the same decisions and stores nothing.
 */
export async function importPeople(ctx: ActionCtx, kind: ImportKind, input: Input): Promise<Answer> {
  const { country_code } = await ctx.read((r) => getCompany(r));
  const staged = await stageFile(kind, input.file, input.mapping, {
    country: country_code,
    company: ctx.subscriberId,
  });
  const updatesExisting = input.update_existing ?? false;
  if (input.dry_run) return dryRun(ctx, kind, input.file.name, staged, updatesExisting);
  return ctx.finalTx(async (w) => {
    const id = newId();
    await store.insert(w, {
      id,
      kind: contactKindByRoute[kind],
      file_name: input.file.name.slice(0, 200),
      update_existing: updatesExisting,
      staged,
    });
    await store.saveMapping(w, contactKindByRoute[kind], hashHeaders(staged.headers), staged.mapping);
    await w.audit({
      action: 'import',
      entity: contactKindByRoute[kind],
      entity_id: id,
      after: { rows: staged.rows.length },
    });
    if (staged.rows.length > smallFile)
      await w.enqueue(importPeopleJob, { import_id: id }, { key: `import:${id}` });
    else await processBatch(w, id);
    return { ...(await getImportProgress(w, id)), rows: [] };
  });
}

/** Returns the progress of an import. */
export async function getImportProgress(ctx: ReadCtx | WriteCtx, id: string): Promise<ImportRun> {
  const record = await store.byId(ctx, id);
  if (!record) throw notFound();
  return presentImport(ctx, record);
}

async function dryRun(
  ctx: ActionCtx,
  kind: ImportKind,
  fileName: string,
  staged: StagedFile,
  updatesExisting: boolean,
): Promise<Answer> {
  const all = await expectedRows(ctx, kind, staged, updatesExisting);
  const count = (state: string) => all.filter((row) => row.state === state).length;
  const errors = staged.rows.flatMap(({ row_no, problems }) =>
    Object.entries(problems ?? {}).map(([field, message]) => ({ row: row_no, field, message })),
  );
  return {
    import_id: null,
    kind,
    file_name: fileName,
    status: 'dry_run',
    update_existing: updatesExisting,
    total: all.length,
    done: all.length,
    created: count('new'),
    updated: count('update'),
    skipped: count('duplicate'),
    failed: count('broken'),
    errors: errors.slice(0, 200),
    created_at: ctx.now,
    created_by: '',
    finished_at: ctx.now,
    undone_at: null,
    undo: null,
    rows_deleted_at: null,
    rows: all,
  };
}

/** Every row of the file, in order, with its expected outcome. */
async function expectedRows(
  ctx: ActionCtx,
  kind: ImportKind,
  staged: StagedFile,
  updatesExisting: boolean,
): Promise<ImportRow[]> {
  const pending = staged.rows.flatMap(({ row_no, given, result }) =>
    given && result === null ? [{ row_no, given }] : [],
  );
  const rows = new Map<number, ImportRow>();
  for (const { row_no, raw, given, result } of staged.rows)
    rows.set(row_no, rowOf(row_no, given?.values ?? raw, result ?? 'new'));
  const taken = new Set<string>();
  for (let from = 0; from < pending.length; from += importBatchSize) {
    const batch = pending.slice(from, from + importBatchSize);
    const decisions = await ctx.read((r) =>
      decideRows(r, contactKindByRoute[kind], batch, updatesExisting, taken),
    );
    for (const { row_no, given, state, person, sharesEmail } of decisions)
      rows.set(row_no, {
        ...rowOf(row_no, given.values, state),
        contact_id: person?.id ?? null,
        warnings: sharesEmail ? { email: 'This email is already in use' } : {},
      });
  }
  return [...rows.values()];
}

function rowOf(
  row: number,
  values: Record<string, string | undefined>,
  state: ImportRow['state'],
): ImportRow {
  const { first_name = '', last_name = '', email = '', phone = '' } = values;
  return { row, state, first_name, last_name, email, phone, warnings: {}, contact_id: null };
}

/** Identifies a set of headers regardless of their order. */
export function hashHeaders(headers: readonly string[]): string {
  return sha256Hex(headersKey(headers));
}
