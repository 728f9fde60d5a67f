import { setImmediate } from 'node:timers/promises';
import { foldText } from '#domain/base/names.ts';
import type { TableMapping } from '#domain/templates/table-columns.ts';
import { type TableWords, wordFields } from '#domain/templates/table-words.ts';
import type { TemplateContent } from '#domain/templates/template.ts';
import { createFileReader } from '#server/documents/file-reader.ts';
import { quietly } from '#server/quietly.ts';
import { textEncodings } from '#wire/decode-text.ts';
import { badInput } from '#wire/errors.ts';
import { type FileRequest, type ReadFile, readTemplateBytes } from './read-file.ts';

/** Files up to this size are read in some milliseconds. */
const smallBytes = 16_384;

interface Choices {
  mapping?: string | undefined;
  words?: string | undefined;
  encoding?: string | undefined;
}

/**
 * Reads an uploaded file, in a process of low priority unless it is small. Rejects choices that can't be read with an error
 * for the field; what is wrong with the file is in its report.
 */
export async function readUploadedFile(
  company: string,
  file: File,
  choices: Choices = {},
): Promise<ReadFile> {
  const encoding = textEncodings.find((each) => each === choices.encoding);
  if (choices.encoding && !encoding) throw badInput({ encoding: 'Unknown encoding' });
  const request = {
    ...{ bytes: new Uint8Array(await file.arrayBuffer()), name: file.name, encoding },
    mapping: choices.mapping ? mappingOf(choices.mapping) : {},
    words: choices.words ? wordsOf(choices.words) : {},
  };
  return request.bytes.byteLength <= smallBytes
    ? quietly(company, () => readTemplateBytes(request))
    : readInChild(company, request);
}

/** Returns the template of a read file, and leaves time to other requests between its sections. */
export async function unpack(packed: ReadFile['packed']): Promise<TemplateContent | null> {
  if (!packed) return null;
  const sections: TemplateContent['sections'] = [];
  for (const text of packed.sections) {
    sections.push(JSON.parse(text));
    if (text.length > longText) await setImmediate();
  }
  return { ...packed.head, sections };
}

/** Parsed in about a millisecond. */
const longText = 50_000;

const readInChild = createFileReader<FileRequest, ReadFile>(
  'src/features/templates/exchange/template-file-child.ts',
);

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
