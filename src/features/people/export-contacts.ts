import { localDate } from '#domain/base/time.ts';
import { contactFieldsOf } from '#domain/people/contact-fields.ts';
import { parseSearchQuery } from '#domain/people/people-search.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { csvFile } from '#server/csv.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import type { clients } from './contract.ts';
import { type ContactRouteKind, type ContactRow, contactKindByRoute } from './present.ts';
import * as store from './store.ts';

const batchRows = 1000;
const statusNames: Record<number, string> = { 0: 'inactive', 1: 'active' };

/**
 * Exports the contacts that match a list filter as a CSV file named by the company's local date, in list order. Reads
 * in batches, each continuing after the last row: contacts added during the export may be included, none appears twice.
 */
export async function exportContacts(
  ctx: ActionCtx,
  kind: ContactRouteKind,
  input: HandlerInput<typeof clients.exportFile>,
): Promise<Download> {
  const { timezone } = await ctx.read((r) => getCompany(r));
  const fields = contactFieldsOf(kind);
  const cells = (row: ContactRow) => [
    ...fields.map((field) => row[field]),
    row.notes,
    row.tags.join(', '),
    statusNames[row.status] ?? '',
  ];
  const header = [...fields, 'notes', 'tags', 'status'];
  const batches = batchesOf(ctx, (r, after) =>
    store.nextBatch(r, contactKindByRoute[kind], {
      status: input.status,
      after,
      limit: batchRows,
      ...parseSearchQuery(input.text ?? ''),
    }),
  );
  return csvFile(`${kind}-${localDate(ctx.now, timezone)}.csv`, header, linesOf(batches, cells));
}

type Position = ReturnType<typeof store.cursorPosition>;

async function* batchesOf(
  ctx: ActionCtx,
  next: (r: ReadCtx, after: Position) => Promise<ContactRow[]>,
): AsyncGenerator<ContactRow[]> {
  let after: Position = null;
  for (;;) {
    const from = after;
    const rows: ContactRow[] = await ctx.read((r) => next(r, from));
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchRows) return;
    after = [last.last_name_key, last.first_name_key, last.id];
  }
}

async function* linesOf(
  batches: AsyncGenerator<ContactRow[]>,
  cells: (row: ContactRow) => string[],
): AsyncGenerator<string[][]> {
  for await (const rows of batches) yield rows.map(cells);
}
