import { isCrowdedJson } from '#domain/base/crowded-json.ts';
import { findDuplicateKey } from '#domain/base/duplicate-keys.ts';
import type { FileProblem } from '#domain/templates/file-problems.ts';
import {
  guessTableMapping,
  type TableMapping,
  tableMappingProblem,
} from '#domain/templates/table-columns.ts';
import { type TableWords, type UnknownWord, unknownWords } from '#domain/templates/table-words.ts';
import { commentsOf, itemsOf, type TemplateContent } from '#domain/templates/template.ts';
import { readTemplateFile, type TemplateReading } from '#domain/templates/template-file.ts';
import { readTemplateTable } from '#domain/templates/template-table.ts';
import type { TemplateTrade } from '#domain/templates/trades.ts';
import { toPlainText } from '#domain/text/rich-text.ts';
import { newId } from '#server/ids.ts';
import { decodeText, type TextEncoding } from '#wire/decode-text.ts';
import { type CsvTable, readCsvText } from '#wire/read-csv.ts';
import type { FileReport } from '../exchange-contract.ts';
import { reportOf } from './report-problems.ts';

/** A file as it was read, in little data: making objects of a large template takes longer than all else. */
export interface ReadFile {
  /** The template; its sections are JSON. */
  packed: { head: Omit<TemplateContent, 'sections'>; sections: string[] } | null;
  trade: TemplateTrade | null;
  kind: 'json' | 'csv';
  encoding: TextEncoding;
  encoding_is_guess: boolean;
  report: FileReport;
  first_rows: ReturnType<typeof firstRows>;
  columns: { header: string; example: string; field: string }[] | null;
  mapping_problem: string | null;
  unknown_words: UnknownWord[];
}

/** A file, and what its reader has chosen for it. */
export interface FileRequest {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** In place of what is guessed from the header. */
  readonly mapping: TableMapping;
  readonly words: TableWords;
  readonly encoding: TextEncoding | undefined;
}

/**
 * Reads the bytes of a file: JSON by its name or first character, anything else as a table. Takes more than a second for
 * the largest files.
 */
export function readTemplateBytes(request: FileRequest): ReadFile {
  const decoded = decodeText(request.bytes, request.encoding);
  const facts = {
    ...{ encoding: decoded.encoding, encoding_is_guess: decoded.isGuess },
    ...{ columns: null, mapping_problem: null, unknown_words: [] },
  };
  if (isWorkbook(request.bytes)) return { ...facts, kind: 'csv', ...reported(refused('workbook')) };
  const isJson = /\.json$/i.test(request.name) || /^\s*[[{]/.test(decoded.text.slice(0, 200));
  if (isJson) return { ...facts, kind: 'json', ...reported(readJson(decoded.text)) };
  return { ...facts, kind: 'csv', ...readTable(decoded.text, request) };
}

function reported({ content, trade, problems }: TemplateReading) {
  const first_rows = content ? firstRows(content) : [];
  return { packed: content && pack(content), trade, first_rows, report: reportOf(content, problems) };
}

function pack({ sections, ...head }: TemplateContent) {
  return { head, sections: sections.map((section) => JSON.stringify(section)) };
}

/** A template with as many comments as there may be has fewer; reading more occupies the process for a second. */
const most = { values: 400_000, names: 1000, depth: 20_000 };

/** Reads a template from the text of a JSON file. */
export function readJson(text: string): TemplateReading {
  if (isCrowdedJson(text, most)) return refused('too_many_values');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refused('not_json');
  }
  const twice = findDuplicateKey(text);
  return twice === null ? readTemplateFile(json, newId) : refused('duplicate_key', twice);
}

function readTable(text: string, { name: fileName, words, ...chosen }: FileRequest) {
  const { table, problem } = readCsvText(text, mostTableRows);
  if (!table) return reported(refused(...(tableProblems[problem] ?? (['unstorable'] as const))));
  const mapping = { ...guessTableMapping(table.headers), ...chosen.mapping };
  const wrong = tableMappingProblem(mapping);
  const found = { columns: columnsOf(table, mapping), mapping_problem: wrong };
  if (wrong) return { ...found, ...reported({ content: null, trade: null, problems: [] }) };
  const name = fileName.replace(/\.[^.]{1,5}$/, '').slice(0, 200) || 'Template';
  const reading = readTemplateTable(table, mapping, name, newId, words);
  const isEmpty = reading.content?.sections.length === 0;
  const problems = isEmpty ? [...refused('no_parts').problems, ...reading.problems] : reading.problems;
  return {
    ...found,
    ...reported({ ...reading, problems }),
    unknown_words: unknownWords(reading.problems, mapping),
  };
}

function columnsOf({ headers, rows }: CsvTable, mapping: TableMapping) {
  return headers.map((header, column) => ({
    header,
    example: (rows.find(({ cells }) => cells[column])?.cells[column] ?? '').slice(0, 120),
    field: mapping[header] ?? '',
  }));
}

/** More than the sections, items and comments of a template together. */
const mostTableRows = 20_000;

type Refusal = [code: FileProblem['code'], place?: string, detail?: string];
const tableProblems: Record<string, Refusal> = {
  'The file is empty': ['empty'],
  'The first row must contain the column names': ['no_header'],
  'The file has no rows below the header': ['no_rows'],
  'The file has more than 500 columns. Remove those you don’t need.': ['too_many_columns'],
  'The file has more than 5,000 rows. Split it into smaller files.': [
    'too_many_comments',
    '',
    `${mostTableRows}+`,
  ],
};

function refused(...[code, place = '', detail = '']: Refusal): TemplateReading {
  const problem = { place, row: null, name: '', code, detail, effect: 'refused' as const };
  return { content: null, trade: null, problems: [problem] };
}

/** Excel's own files, old and new: people drop them for CSV. */
function isWorkbook([a, b, c, d]: Uint8Array): boolean {
  return (a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04) || (a === 0xd0 && b === 0xcf && c === 0x11);
}

const mostRows = 25;

function firstRows(content: TemplateContent) {
  const sectionNames = new Map(content.sections.map((section) => [section.id, section.name]));
  const items = new Map(itemsOf(content).map((item) => [item.id, item]));
  return commentsOf(content)
    .slice(0, mostRows)
    .map((comment) => {
      const item = items.get(comment.item_id);
      return {
        section: sectionNames.get(item?.section_id ?? '') ?? '',
        item: item?.name ?? '',
        kind: comment.kind,
        comment: comment.name,
        text: comment.default_text ? toPlainText(comment.default_text).slice(0, 300) : '',
      };
    });
}
