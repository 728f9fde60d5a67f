import { z } from 'zod/mini';
import { asCode, asLine, id, instant, optionalText, queryBool } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { action, read, write } from '#wire/route.ts';

const kind = z.enum(['clients', 'agents'], 'Unknown type of person');
const subscriberId = optionalText(60);
export const importMaxBytes = 5_242_880;
export const importMaxRows = 5000;

/** A row or field that could not be imported. `row` counts like a spreadsheet: the header is row 1. */
const importError = z.object({ row: z.number(), field: z.string(), message: z.string() });
export type ImportError = z.infer<typeof importError>;

/** The outcome of a row; in a dry run the expected one. */
const importRowState = z.enum(['new', 'update', 'duplicate', 'broken']);
export type ImportRowState = z.infer<typeof importRowState>;

const importRow = z.object({
  row: z.number(),
  state: importRowState,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Warnings that do not block the row: an e-mail address that others have. */
  warnings: z.record(z.string(), z.string().check(asCode)),
  /** The existing contact that the row updates or duplicates. */
  contact_id: z.nullable(id),
});
export type ImportRow = z.infer<typeof importRow>;

/** A contact that an undo left unchanged, and the reason. */
const importUndoSkip = z.object({
  row: z.number(),
  contact_id: id,
  name: z.string(),
  reason: z.enum(['changed', 'used', 'gone']),
});

export type ImportUndoSkip = z.infer<typeof importUndoSkip>;

const importRun = z.object({
  /** null for a dry run. */
  import_id: z.nullable(id),
  kind,
  file_name: z.string(),
  status: z.enum(['dry_run', 'waiting', 'running', 'done', 'undone']),
  update_existing: z.boolean(),
  /** Rows in the file, and how many are processed. */
  total: z.number(),
  done: z.number(),
  created: z.number(),
  updated: z.number(),
  /** Duplicates and rows without changes. */
  skipped: z.number(),
  /** Rows that could not be imported. */
  failed: z.number(),
  /** The first 200 at most; the errors file has all of them. */
  errors: z.array(importError),
  created_at: instant,
  created_by: z.string(),
  finished_at: z.nullable(instant),
  undone_at: z.nullable(instant),
  /** When its rows were deleted; then it can't be undone, and there is no file of its errors. */
  rows_deleted_at: z.nullable(instant),
  undo: z.nullable(z.object({ removed: z.number(), restored: z.number(), kept: z.array(importUndoSkip) })),
});
export type ImportRun = z.infer<typeof importRun>;

/** `rows` describes every row in a dry run and is empty otherwise. */
const importResponse = z.extend(importRun, { rows: z.array(importRow) });

function importOf<const K extends 'clients' | 'agents'>(path: K) {
  return action(`POST /v2/${path}/import`, {
    access: 'member',
    capability: 'export_people',
    summary:
      'Imports a CSV file with a header (comma, semicolon or tab; UTF-8 or Latin-1; at most 5 MB and 5,000 rows). Small files are imported in the request, larger ones by a job: see GET /v2/imports/{id}. With dry_run nothing is stored.',
    form: { maxBytes: importMaxBytes, files: 1 },
    input: z.object({
      subscriberId,
      file: z.file('Choose a file'),
      /** JSON: `{"E-Mail": "email", "Vorname": "first_name", "Fax": ""}`; derived from the header if omitted. */
      mapping: z.optional(z.string().check(asLine, z.maxLength(50_000, 'At most 50000 characters'))),
      dry_run: z.optional(queryBool),
      /** Update contacts that already exist; otherwise their rows are skipped. */
      update_existing: z.optional(queryBool),
    }),
    output: importResponse,
    invalidates: ['people'],
  });
}

export const importClients = importOf('clients');
export const importAgents = importOf('agents');

export const getImport = read('GET /v2/imports/{id}', {
  access: 'member',
  capability: 'export_people',
  summary: 'Returns the progress and the result of an import.',
  input: z.object({ id, subscriberId }),
  output: importRun,
  invalidates: ['people'],
});

export const listImports = read('GET /v2/imports', {
  access: 'member',
  capability: 'export_people',
  summary: 'Lists imports, newest first.',
  input: z.object({ ...pageQuery, subscriberId }),
  output: pageSchema(importRun),
  invalidates: ['people'],
});

export const getImportErrors = action('GET /v2/imports/{id}/errors-file', {
  access: 'member',
  capability: 'export_people',
  summary:
    'Downloads the rows that were not imported, with the reason for each, as a CSV file to correct and import again.',
  input: z.object({ id, subscriberId }),
  download: true,
});

export const undoImport = write('POST /v2/imports/{id}/undo', {
  access: 'member',
  capability: 'export_people',
  summary:
    'Undoes an import: added people are removed and updated people are restored. People changed or used since then are left as they are and listed in the answer.',
  input: z.object({ id, subscriberId }),
  output: importRun,
  invalidates: ['people', 'appointments'],
});

const headers = z
  .array(z.string().check(asLine, z.maxLength(500, 'At most 500 characters')))
  .check(z.maxLength(200, 'At most 200 columns'));
const mapping = z.record(z.string(), z.string().check(asCode));

export const getImportMapping = read('POST /v2/imports/mapping', {
  access: 'member',
  capability: 'export_people',
  summary:
    'Suggests the field of each column: the mapping last used for the same headers, otherwise a guess from their names.',
  input: z.object({ subscriberId, kind, headers }),
  output: z.object({ mapping, is_remembered: z.boolean() }),
});

export const putImportMapping = write('PUT /v2/imports/mapping', {
  access: 'member',
  capability: 'export_people',
  summary: 'Saves the column mapping for files with the same headers.',
  input: z.object({ subscriberId, kind, headers, mapping }),
  output: z.null(),
});
