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
import { quietly, quietlyEach } from '#server/quietly.ts';
import { badInput } from '#wire/errors.ts';
import { type CsvTable, readCsv } from '#wire/read-csv.ts';
import { importMaxRows } from '../import-contract.ts';

/** A row of the file before it is matched with existing contacts. */
interface StagedRow {
  row_no: number;
  cells: string[];
  /** The values as in the file, for display. */
  raw: RowFields;
  given: RowValues | null;
  problems: Record<string, string> | null;
  /** Decided by the file alone: invalid, or a repeat of an earlier row. */
  result: 'broken' | 'duplicate' | null;
}

/** A parsed file with mapped columns and checked rows. */
export interface StagedFile {
  headers: string[];
  mapping: ImportMapping;
  rows: StagedRow[];
}

/** Parses the file and checks each row. Rejects unusable files and mappings with an error for the field. */
export async function stageFile(
  kind: ImportKind,
  file: File,
  mappingText: string | undefined,
  { country, company }: { country: string; company: string },
): Promise<StagedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { table, problem } = await quietly(company, () => readCsv(bytes, importMaxRows));
  if (!table) throw badInput({ file: problem });
  const mapping = mappingText ? mappingOf(mappingText) : guessMapping(kind, table.headers);
  const wrong = mappingProblem(kind, mapping);
  if (wrong) throw badInput({ mapping: wrong });
  return {
    headers: table.headers,
    mapping,
    rows: await stageRows(kind, table, mapping, { country, company }),
  };
}

async function stageRows(
  kind: ImportKind,
  table: CsvTable,
  mapping: ImportMapping,
  { country, company }: { country: string; company: string },
): Promise<StagedRow[]> {
  const checked = await quietlyEach(company, table.rows, ({ row, cells, problem }) => {
    const raw = readRowFields(table.headers, mapping, cells);
    const { row: given, problems } = checkRow(kind, raw, country);
    return problem === null
      ? { row_no: row, cells, raw, given, problems }
      : { row_no: row, cells, raw, given: null, problems: { file: problem } };
  });
  const repeats = findRepeatedRows(checked.map(({ given }) => given?.values ?? null));
  return checked.map((row, i) => ({
    ...row,
    result: row.problems ? 'broken' : repeats[i] ? 'duplicate' : null,
  }));
}

const notAMapping = 'The columns could not be read';

function mappingOf(text: string): ImportMapping {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw badInput({ mapping: notAMapping });
  }
  const isMapping =
    typeof parsed === 'object' &&
    parsed !== null &&
    !Array.isArray(parsed) &&
    Object.values(parsed).every((field) => typeof field === 'string');
  if (!isMapping) throw badInput({ mapping: notAMapping });
  return parsed as ImportMapping;
}
