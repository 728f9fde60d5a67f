import type { ImportKind, ImportMapping } from '#domain/people/people-import.ts';
import { lowerPriority, startProgram } from '#server/documents/child.ts';
import { DocumentLostError, withSecondAttempt } from '#server/documents/document-problem.ts';
import { createResidentChild } from '#server/documents/resident-child.ts';
import { quietly } from '#server/quietly.ts';
import { AppError, badInput } from '#wire/errors.ts';
import { importMaxRows } from '../import-contract.ts';
import { type StagedFile, stageTable, type TableOutcome, type TableRequest } from './stage-table.ts';

/** Files up to this size are read in some milliseconds. */
const smallBytes = 8_192;

/**
 * Parses the file and checks each row, in a process of low priority unless the file is small. Rejects unusable files and
 * mappings with an error for the field.
 */
export async function stageFile(
  kind: ImportKind,
  file: File,
  mappingText: string | undefined,
  { country, company }: { country: string; company: string },
): Promise<StagedFile> {
  const mapping = mappingText ? mappingOf(mappingText) : null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const request = { kind, bytes, mapping, country, mostRows: importMaxRows };
  const { staged, problems } =
    bytes.byteLength <= smallBytes
      ? await quietly(company, () => stageTable(request))
      : await stageInChild(company, request);
  if (!staged) throw badInput(problems);
  return staged;
}

async function stageInChild(company: string, request: TableRequest): Promise<TableOutcome> {
  try {
    const { outcome } = await withSecondAttempt(() =>
      tables.ask<{ outcome: TableOutcome; memory: number }>(company, request),
    );
    return outcome;
  } catch (error) {
    if (!(error instanceof DocumentLostError)) throw error;
    const message = 'The file couldn’t be read just now. Please try again in a moment.';
    throw new AppError('UNAVAILABLE', message, { retryAfter: 30 });
  }
}

/** Tables are read one at a time, companies in turn, so that the largest files take no time from the requests of others. */
const tables = createResidentChild({
  deadlineMs: 60_000,
  largestMemory: 300 * 1024 * 1024,
  mostWaiting: 20,
  idleMs: 60_000,
  async start() {
    const child = await startProgram('src/features/people/imports/people-table-child.ts');
    lowerPriority(child.process, tablePriority);
    return child;
  },
});

/** Like that of pictures: someone waits for the preview. */
const tablePriority = 5;

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
