import { z } from 'zod/mini';
import { wordFields } from '#domain/templates/table-words.ts';
import { asCode, asLine, id, optionalText, queryBool } from '#wire/fields.ts';
import { action } from '#wire/route.ts';

/** The largest file of a template. */
export const templateFileMaxBytes = 5_242_880;
/** The most problems a response lists; its counts are complete. */
export const mostProblems = 200;

const counts = z.object({ sections: z.number(), items: z.number(), comments: z.number() });

/** What is wrong with one place of a file. */
const fileProblem = z.object({
  /** `sections.2.items.0.comments.4.min_cost`, or the name of the column. */
  place: z.string(),
  /** The row of a table, counted as a spreadsheet does: the header is row 1. */
  row: z.nullable(z.number()),
  /** The name of the part, if it has one. */
  name: z.string(),
  code: z.string(),
  detail: z.string(),
  message: z.string(),
  /** `refused`: nothing can be imported. `left_out`: the part can't. `changed`: it can, in another form. */
  effect: z.enum(['refused', 'left_out', 'changed']),
});
export type FileProblemOnWire = z.infer<typeof fileProblem>;

/** What was found in a file. */
export const fileReport = z.object({
  name: z.string(),
  counts,
  problems: z.array(fileProblem),
  problem_counts: z.object({ refused: z.number(), left_out: z.number(), changed: z.number() }),
});
export type FileReport = z.infer<typeof fileReport>;

const importResponse = z.extend(fileReport, {
  /** The new template; null for a dry run. */
  template: z.nullable(z.object({ id, name: z.string() })),
  kind: z.enum(['json', 'csv']),
  encoding: z.string(),
  /** Nothing in the file names its encoding: compare the first rows. */
  encoding_is_guess: z.boolean(),
  /** The columns of a table, each with its first value and the field it is read as ('' leaves it out). */
  columns: z.nullable(z.array(z.object({ header: z.string(), example: z.string(), field: z.string() }))),
  mapping_problem: z.nullable(z.string()),
  /** Words of the file that need `words`: their rows are left out without it. */
  unknown_words: z.array(z.object({ field: z.enum(wordFields), word: z.string(), count: z.number() })),
  /** What a category can be. */
  categories: z.array(z.object({ category: z.number(), name: z.string() })),
  /** The first comments as they would be imported. */
  first_rows: z.array(
    z.object({
      section: z.string(),
      item: z.string(),
      kind: z.number(),
      comment: z.string(),
      text: z.string(),
    }),
  ),
});
export type TemplateImport = z.infer<typeof importResponse>;

export const importTemplate = action('POST /v2/templates/import', {
  access: 'member',
  capability: 'can_edit_template',
  summary:
    'Imports a template from a JSON file in the documented format or from a table (CSV), also one of Spectora. A dry run stores nothing and returns what the file holds, with every problem and its place; parts that can’t be imported are left out only with `leave_out`. Undo: delete the template.',
  form: { maxBytes: templateFileMaxBytes, files: 1 },
  input: z.object({
    subscriberId: optionalText(60),
    file: z.file('Choose a file'),
    /** Instead of the name in the file. */
    name: optionalText(200),
    /** For tables, as JSON: `{"Section Name": "section", "Order": ""}`; derived from the header if omitted. */
    mapping: z.optional(z.string().check(asLine, z.maxLength(50_000, 'At most 50000 characters'))),
    /** For tables, as JSON, what words of the file mean: `{"kind": {"Concern": "deficiency"}}`; an empty meaning leaves the cell empty. */
    words: z.optional(z.string().check(asLine, z.maxLength(50_000, 'At most 50000 characters'))),
    encoding: z.optional(z.string().check(asCode, z.maxLength(20, 'At most 20 characters'))),
    dry_run: z.optional(queryBool),
    leave_out: z.optional(queryBool),
  }),
  output: importResponse,
  invalidates: ['templates'],
});

export const exportTemplate = action('GET /v2/templates/{id}/export', {
  access: 'member',
  capability: 'can_edit_template',
  summary:
    'Downloads a template in the documented JSON format, complete, or with `type=csv` as a table of its sections, items and comments.',
  input: z.object({
    id,
    subscriberId: optionalText(60),
    type: z.optional(z.enum(['json', 'csv'], 'Unknown type of file')),
  }),
  download: true,
});
