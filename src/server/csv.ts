import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { guardCell } from '#domain/text/spreadsheet-guard.ts';
import type { Download } from '#wire/route.ts';

type Cell = string | number | boolean | null;

/**
 * Returns a CSV file as a response: BOM (so that spreadsheets read UTF-8), header, then the rows of each batch. The
 * next batch is requested only after the previous one was sent, so memory use is one batch whatever the length of the
 * file. Cells that a spreadsheet would treat as a formula are prefixed with an apostrophe.
 */
export function csvFile(
  filename: string,
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): Download {
  return { filename, type: 'text/csv; charset=utf-8', body: Readable.from(csvParts(header, batches)) };
}

async function* csvParts(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${csvLines([header])}`);
  for await (const rows of batches) if (rows.length > 0) yield Buffer.from(csvLines(rows));
}

/** Formats rows as CSV, each with a line ending. */
function csvLines(rows: readonly (readonly Cell[])[]): string {
  const guarded = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guardCell(cell) : cell)));
  const lines = Papa.unparse(guarded, { newline: '\r\n' });
  return `${lines}\r\n`;
}
