import { Readable } from 'node:stream';
import Papa from 'papaparse';
import type { Download } from '#wire/route.ts';

type Cell = string | number | boolean | null;

/**
 * A CSV file as an answer: BOM (so that spreadsheets read UTF-8), header, and then the lines of each batch as they come; a
 * batch is asked for only when the one before has left, so that a file of any length needs the memory of one. Cells that a
 * spreadsheet would take for a formula are led by an apostrophe.
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

/** Papa's own pattern overlooks cells of several lines. */
const formula = /^[=+\-@\t\r][\s\S]*$/;

/** Lines of CSV, each with its end. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  const lines = Papa.unparse(rows as Cell[][], { escapeFormulae: formula, newline: '\r\n' });
  return `${lines}\r\n`;
}
