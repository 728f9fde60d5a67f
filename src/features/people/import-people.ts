import { headersKey, type ImportKind } from '#domain/people/people-import.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { ImportError, ImportRow, ImportRun, importClients } from './import-contract.ts';
import { importPeopleJob } from './import-people.job.ts';
import { type Decision, decideRows } from './imports/decide.ts';
import { presentImport } from './imports/present.ts';
import { processBatch } from './imports/process-batch.ts';
import { stageFile } from './imports/stage.ts';
import type { StagedFile, StagedRow } from './imports/stage-table.ts';
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
      after: { rows: staged.total },
    });
    if (staged.total > smallFile)
      await w.enqueue(importPeopleJob, { import_id: id }, { key: `import:${id}` });
    else while (!(await processBatch(w, id)));
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
  const { all, errors } = await expectedRows(ctx, kind, staged, updatesExisting);
  const count = (state: string) => all.filter((row) => row.state === state).length;
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
    errors,
    created_at: ctx.now,
    created_by: '',
    finished_at: ctx.now,
    undone_at: null,
    undo: null,
    rows_deleted_at: null,
    rows: all,
  };
}

const mostErrors = 200;

/** Every row of the file, in order, with its expected outcome; and the first errors. */
async function expectedRows(
  ctx: ActionCtx,
  kind: ImportKind,
  staged: StagedFile,
  updatesExisting: boolean,
): Promise<{ all: ImportRow[]; errors: ImportError[] }> {
  const all: ImportRow[] = [];
  const errors: ImportError[] = [];
  const matched = new Set<string>();
  for (const part of staged.parts) {
    const rows = JSON.parse(part) as StagedRow[];
    const waiting = rows.flatMap(({ row_no, given, result }) =>
      given && result === null ? [{ row_no, given }] : [],
    );
    const decisions = await ctx.read((r) =>
      decideRows(r, contactKindByRoute[kind], waiting, updatesExisting, async () => matched),
    );
    for (const { person } of decisions) if (person) matched.add(person.id);
    const decided = new Map(decisions.map((decision) => [decision.row_no, decision]));
    all.push(...rows.map((row) => expectedRow(row, decided.get(row.row_no))));
    errors.push(...rows.flatMap(errorsOf).slice(0, mostErrors - errors.length));
  }
  return { all, errors };
}

function errorsOf({ row_no, problems }: StagedRow): ImportError[] {
  return Object.entries(problems ?? {}).map(([field, message]) => ({ row: row_no, field, message }));
}

function expectedRow({ row_no, raw, given, result }: StagedRow, decision: Decision | undefined): ImportRow {
  const { first_name = '', last_name = '', email = '', phone = '' } = given?.values ?? raw ?? {};
  return {
    row: row_no,
    state: decision?.state ?? result ?? 'new',
    ...{ first_name, last_name, email, phone },
    warnings: decision?.sharesEmail ? { email: 'This email is already in use' } : {},
    contact_id: decision?.person?.id ?? null,
  };
}

/** Identifies a set of headers regardless of their order. */
export function hashHeaders(headers: readonly string[]): string {
  return sha256Hex(headersKey(headers));
}
