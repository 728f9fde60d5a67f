import { isCrowdedJson } from '#domain/base/crowded-json.ts';
import { findDuplicateKey } from '#domain/base/duplicate-keys.ts';
import { foldText } from '#domain/base/names.ts';
import type { FileProblem } from '#domain/templates/file-problems.ts';
import {
  guessTableMapping,
  type TableMapping,
  tableMappingProblem,
} from '#domain/templates/table-columns.ts';
import {
  type TableWords,
  type UnknownWord,
  unknownWords,
  wordFields,
} from '#domain/templates/table-words.ts';
import { readTemplateFile, type TemplateReading } from '#domain/templates/template-file.ts';
import { readTemplateTable } from '#domain/templates/template-table.ts';
import { newId } from '#server/ids.ts';
import { decodeText, type TextEncoding, textEncodings } from '#wire/decode-text.ts';
import { badInput } from '#wire/errors.ts';
import { type CsvTable, readCsvText } from '#wire/read-csv.ts';

/** A file as it was read. */
export interface ReadFile extends TemplateReading {
  kind: 'json' | 'csv';
  encoding: TextEncoding;
  encoding_is_guess: boolean;
  table: CsvTable | null;
  mapping: TableMapping;
  mapping_problem: string | null;
  unknown_words: UnknownWord[];
}

interface Choices {
  mapping?: string | undefined;
  words?: string | undefined;
  encoding?: string | undefined;
}

/** Reads an uploaded file: JSON by its name or first character, anything else as a table. */
export async function readUploadedFile(file: File, choices: Choices = {}): Promise<ReadFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = textEncodings.find((each) => each === choices.encoding);
  if (choices.encoding && !encoding) throw badInput({ encoding: 'Unknown encoding' });
  const decoded = decodeText(bytes, encoding);
  const facts = {
    ...{ encoding: decoded.encoding, encoding_is_guess: decoded.isGuess },
    ...{ table: null, mapping: {}, mapping_problem: null, unknown_words: [] },
  };
  if (isWorkbook(bytes)) return { ...facts, kind: 'csv', ...refused('workbook') };
  const isJson = /\.json$/i.test(file.name) || /^\s*[[{]/.test(decoded.text.slice(0, 200));
  if (isJson) return { ...facts, kind: 'json', ...readJson(decoded.text) };
  return { ...facts, kind: 'csv', ...readTable(decoded.text, file.name, choices) };
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

function readTable(text: string, fileName: string, choices: Choices) {
  const { table, problem } = readCsvText(text, mostTableRows);
  if (!table) return refused(...(tableProblems[problem] ?? (['unstorable'] as const)));
  const guess = guessTableMapping(table.headers);
  const mapping = choices.mapping ? { ...guess, ...mappingOf(choices.mapping) } : guess;
  const words = choices.words ? wordsOf(choices.words) : {};
  const wrong = tableMappingProblem(mapping);
  const found = { table, mapping, mapping_problem: wrong };
  if (wrong) return { ...found, content: null, trade: null, problems: [] };
  const name = fileName.replace(/\.[^.]{1,5}$/, '').slice(0, 200) || 'Template';
  const reading = readTemplateTable(table, mapping, name, newId, words);
  const isEmpty = reading.content?.sections.length === 0;
  return {
    ...found,
    ...reading,
    unknown_words: unknownWords(reading.problems, mapping),
    ...(isEmpty ? { problems: [...refused('no_parts').problems, ...reading.problems] } : {}),
  };
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

function mappingOf(text: string): TableMapping {
  const parsed = parsedJson(text);
  if (!isTexts(parsed)) throw badInput({ mapping: 'The columns could not be read' });
  return parsed;
}

function wordsOf(text: string): TableWords {
  const parsed = parsedJson(text);
  const words: TableWords = {};
  const isRecord = typeof parsed === 'object' && parsed !== null;
  for (const [field, meanings] of Object.entries(isRecord ? parsed : { '': null })) {
    const known = wordFields.find((each) => each === field);
    if (!known || !isTexts(meanings)) throw badInput({ words: 'The words could not be read' });
    words[known] = new Map(Object.entries(meanings).map(([word, value]) => [foldText(word), value]));
  }
  return words;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === 'string');
