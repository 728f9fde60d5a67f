import Papa from 'papaparse';
import { cleanLine } from '#domain/text/clean.ts';
import { decodeText } from './decode-text.ts';

/** The table read from a file. */
export interface CsvTable {
  /** Each name once; columns without a name are empty. */
  headers: string[];
  /** `row` counts as a spreadsheet does: the header is row 1. Blank rows are skipped and counted. */
  rows: { row: number; cells: string[]; problem: string | null }[];
}

/** Contacts exported from an address book have up to about 150 columns. */
const mostColumns = 500;

export type CsvResult = { table: CsvTable; problem: null } | { table: null; problem: string };

/**
 * Reads a CSV file in any common format: UTF-8 with or without a byte order mark, UTF-16, or Windows Latin-1; separated
 * by commas, semicolons or tabs; quoted cells may contain line breaks. The first row is the header. Used by the browser
 * for its preview and by the server.
 */
export function readCsv(bytes: Uint8Array, mostRows: number): CsvResult {
  return readCsvText(decodeText(bytes).text, mostRows);
}

/** Like `readCsv`, from a text that is decoded already. */
export function readCsvText(csv: string, mostRows: number): CsvResult {
  const refused = (problem: string): CsvResult => ({ table: null, problem });
  const { text, delimiter } = withoutSepLine(csv);
  if (text.trim() === '') return refused('The file is empty');
  // Before the table is built: a million rows or columns would occupy the process for seconds.
  const end = text.indexOf('\n');
  if (isMoreThan(text.slice(0, end < 0 ? text.length : end), separators, 10 * mostColumns))
    return refused(tooManyColumns);
  if (isMoreThan(text, /\n/g, 10 * mostRows)) return refused(tooManyRows);
  const parsed = Papa.parse<string[]>(text, {
    ...(delimiter ? { delimiter } : { delimitersToGuess: [',', ';', '\t'] }),
    skipEmptyLines: false,
  });
  const broken = new Set(parsed.errors.filter((each) => each.type === 'Quotes').map((each) => each.row));
  const [first = [], ...rest] = parsed.data;
  const names = first.map(cleanLine);
  while (names.at(-1) === '') names.pop();
  if (names.length > mostColumns) return refused(tooManyColumns);
  const headers = numberRepeated(names);
  if (headers.length === 0 || broken.has(0)) return refused('The first row must contain the column names');
  if (first.some((name) => name.includes('\0'))) return refused(unstorable);
  const filled = rest
    .map((cells, i) => ({ row: i + 2, cells: cells.slice(0, headers.length), isBroken: broken.has(i + 1) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) return refused('The file has no rows below the header');
  if (filled.length > mostRows) return refused(tooManyRows);
  const rows = filled.map(({ row, cells, isBroken }) => ({
    row,
    cells: headers.map((_, column) => (cells[column] ?? '').trim()),
    problem: problemOf(rest[row - 2] ?? [], isBroken),
  }));
  return { table: { headers, rows }, problem: null };
}

const tooManyColumns = 'The file has more than 500 columns. Remove those you don’t need.';
const tooManyRows = 'The file has more than 5,000 rows. Split it into smaller files.';
const separators = /[,;\t]/g;

/** Whether the sign is there more often than that. Ten times the limit leaves room for those within quoted cells. */
function isMoreThan(text: string, sign: RegExp, most: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(sign)) if (++count > most) return true;
  return false;
}

/** Two columns of one name stay two: `Phone`, `Phone (2)`. */
function numberRepeated(names: readonly string[]): string[] {
  const used = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    let own = name;
    for (let n = next.get(name) ?? 2; own !== '' && used.has(own); n += 1) {
      own = `${name} (${n})`;
      next.set(name, n + 1);
    }
    used.add(own);
    return own;
  });
}

const unstorable = 'The text contains a character that can’t be stored';

/** PostgreSQL cannot store NUL characters: refused here as in every other input. */
function problemOf(cells: readonly string[], isBroken: boolean): string | null {
  if (isBroken) return 'This row has an unclosed quotation mark';
  return cells.some((cell) => cell.includes('\0')) ? unstorable : null;
}

/** Removes the first line `sep=;` with which some spreadsheets declare their separator, and returns that separator. */
function withoutSepLine(text: string): { text: string; delimiter: string | null } {
  const line = /^sep=(.)\r?\n/i.exec(text);
  return line ? { text: text.slice(line[0].length), delimiter: line[1] ?? null } : { text, delimiter: null };
}
