import { localDate } from '#domain/base/time.ts';
import { guessMapping, mappingProblem } from '#domain/people/people-import.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx } from '#server/context.ts';
import { csvFile } from '#server/csv.ts';
import { handle } from '#server/http/handle.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { Download } from '#wire/route.ts';
import * as contract from '../import-contract.ts';
import { getImportProgress, hashHeaders, importPeople } from '../import-people.ts';
import { contactKindByRoute } from '../present.ts';
import { undoImport } from '../undo-import.ts';
import { memberNames, presentImportSummary } from './present.ts';
import * as store from './store.ts';

export const importRoutes = [
  handle(contract.importClients, (ctx, input) => importPeople(ctx, 'clients', input)),
  handle(contract.importAgents, (ctx, input) => importPeople(ctx, 'agents', input)),
  handle(contract.getImport, (ctx, { id }) => getImportProgress(ctx, id)),
  handle(contract.listImports, async (ctx, input) => {
    const page = await store.page(ctx, input);
    const names = await memberNames(
      ctx,
      page.pageData.map((row) => row.created_by),
    );
    return { ...page, pageData: page.pageData.map((row) => presentImportSummary(row, names)) };
  }),
  handle(contract.getImportErrors, (ctx, { id }) => errorsFile(ctx, id)),
  handle(contract.undoImport, (ctx, { id }) => undoImport(ctx, id)),
  handle(contract.getImportMapping, async (ctx, { kind, headers }) => {
    const remembered = await store.getSavedMapping(ctx, contactKindByRoute[kind], hashHeaders(headers));
    return { mapping: remembered ?? guessMapping(kind, headers), is_remembered: remembered !== undefined };
  }),
  handle(contract.putImportMapping, async (ctx, { kind, headers, mapping }) => {
    const problem = mappingProblem(kind, mapping);
    if (problem) throw badInput({ mapping: problem });
    await store.saveMapping(ctx, contactKindByRoute[kind], hashHeaders(headers), mapping);
    return null;
  }),
];

/** Rows may have 500 cells: so many are written in some milliseconds. */
const errorsAtOnce = 100;

/** Returns the rejected rows as they were in the file, with an additional column for the errors. */
async function errorsFile(ctx: ActionCtx, id: string): Promise<Download> {
  const { record, timezone } = await ctx.read(async (r) => ({
    record: await store.byId(r, id),
    timezone: (await getCompany(r)).timezone,
  }));
  if (!record) throw notFound();
  if (record.rows_deleted_at) throw new AppError('CONFLICT', 'The rows of this import were deleted', {});
  async function* batches() {
    for (let after = 0; ; ) {
      const from = after;
      const rows = await ctx.read((r) => store.listRejectedRows(r, id, errorsAtOnce, from));
      yield rows.map(({ cells, problems }) => [...cells, Object.values(problems).join('; ')]);
      if (rows.length < errorsAtOnce) return;
      after = rows.at(-1)?.row_no ?? after;
    }
  }
  return csvFile(
    `import-errors-${localDate(ctx.now, timezone)}.csv`,
    [...record.headers, 'problem'],
    batches(),
  );
}
