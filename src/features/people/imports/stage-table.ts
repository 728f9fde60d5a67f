import {
  checkRow,
  findRepeatedRows,
  guessMapping,
  type ImportKind,
  type ImportMapping,
  mappingProblem,
  type RowFields,
  type RowValues,
  readRowFields,
} from '#domain/people/people-import.ts';
import { type CsvTable, readCsv } from '#wire/read-csv.ts';

/** A row of the file before it is matched with existing contacts. */
export interface StagedRow {
  row_no: number;
  /** As in the file, for the file of errors; empty unless the row is broken. */
  cells: string[];
  /** The values as in the file, for display; null unless the row is broken. */
  raw: RowFields | null;
  given: RowValues | null;
  problems: Record<string, string> | null;
  /** Decided by the file alone: invalid, or a repeat of an earlier row. */
  result: 'broken' | 'duplicate' | null;
}

/** A parsed file with mapped columns and checked rows. */
export interface StagedFile {
  headers: string[];
  mapping: ImportMapping;
  total: number;
  failed: number;
  skipped: number;
  /** The rows as JSON, some hundred in each text: they reach the database as they are. */
  parts: string[];
}

export interface TableRequest {
  readonly kind: ImportKind;
  readonly bytes: Uint8Array;
  /** Derived from the header if null. */
  readonly mapping: ImportMapping | null;
  readonly country: string;
  readonly mostRows: number;
}

/** What was read, or what is wrong with the file or the mapping, by field. */
export type TableOutcome =
  | { readonly staged: StagedFile; readonly problems: null }
  | { readonly staged: null; readonly problems: Record<string, string> };

/** Parses a table and checks each row. Takes more than a second for the largest files. */
export function stageTable({ kind, bytes, mapping: chosen, country, mostRows }: TableRequest): TableOutcome {
  const { table, problem } = readCsv(bytes, mostRows);
  if (!table) return { staged: null, problems: { file: problem } };
  const mapping = chosen ?? guessMapping(kind, table.headers);
  const wrong = mappingProblem(kind, mapping);
  if (wrong) return { staged: null, problems: { mapping: wrong } };
  const rows = stageRows(kind, table, mapping, country);
  const count = (result: string) => rows.filter((row) => row.result === result).length;
  const staged = {
    ...{ headers: table.headers, mapping, total: rows.length },
    ...{ failed: count('broken'), skipped: count('duplicate'), parts: inParts(rows) },
  };
  return { staged, problems: null };
}

function stageRows(kind: ImportKind, table: CsvTable, mapping: ImportMapping, country: string): StagedRow[] {
  const checked = table.rows.map(({ row, cells, problem }) => {
    const raw = readRowFields(table.headers, mapping, cells);
    const { row: given, problems } =
      problem !== null ? { row: null, problems: { file: problem } } : checkRow(kind, raw, country);
    return given
      ? { row_no: row, cells: [], raw: null, given, problems: null }
      : { row_no: row, cells, raw, given: null, problems };
  });
  const repeats = findRepeatedRows(checked.map(({ given }) => given?.values ?? null));
  return checked.map((row, i) => ({
    ...row,
    result: row.problems ? 'broken' : repeats[i] ? 'duplicate' : null,
  }));
}

const rowsInPart = 250;

function inParts(rows: readonly StagedRow[]): string[] {
  const count = Math.ceil(rows.length / rowsInPart);
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify(rows.slice(n * rowsInPart, (n + 1) * rowsInPart)),
  );
}
