import type { ImportKind, ImportMapping } from '#domain/people/people-import.ts';
import { createFileReader } from '#server/documents/file-reader.ts';
import { quietly } from '#server/quietly.ts';
import { badInput } from '#wire/errors.ts';
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

const stageInChild = createFileReader<TableRequest, TableOutcome>(
  'src/features/people/imports/people-table-child.ts',
);

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
