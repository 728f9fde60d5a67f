/** What is wrong with a template file, each with its place. */

const messages = {
  not_json: () => 'This is not a valid JSON file',
  too_many_values: () => 'The file has too many values for a template',
  workbook: () => 'This is a workbook. Save it as CSV (UTF-8) and choose that file.',
  empty: () => 'The file is empty',
  no_header: () => 'The first row must contain the column names',
  no_rows: () => 'The file has no rows below the header',
  not_a_template: () => 'This is not a template file: “format” must be “gable-template”',
  version: (found: string) => `This file has version ${found}; only version 1 can be read`,
  too_many_columns: () => 'The file has more than 500 columns. Remove those you don’t need.',
  too_many_sections: (found: string) => `The file has ${found} sections; a template can have 200`,
  too_many_items: (found: string) => `The file has ${found} items; a template can have 2,000`,
  too_many_comments: (found: string) => `The file has ${found} comments; a template can have 10,000`,
  duplicate_key: () => 'This field is in the file twice',
  no_parts: () => 'The file has no sections',
  missing: () => 'This field is required',
  not_text: () => 'This must be text',
  not_number: () => 'This must be a number',
  not_flag: () => 'This must be true or false',
  not_list: () => 'This must be a list',
  not_lines: () => 'This must be a list of texts',
  not_object: () => 'This must be an object',
  unknown_value: (found: string) => `Unknown value: ${found}`,
  too_long: (most: string) => `At most ${most} characters`,
  too_many: (most: string) => `At most ${most} entries`,
  out_of_range: () => 'This number is out of range',
  decimals: () => 'An amount can have at most two decimals',
  min_over_max: () => 'The minimum cost is higher than the maximum',
  duplicate_rating: (key: string) => `Two ratings have the abbreviation ${key}`,
  no_section: () => 'The row names no section',
  no_item: () => 'The row has a comment but names no item',
  bad_row: () => 'This row has an unclosed quotation mark',
  unstorable: () => 'The text contains a character that can’t be stored',
  default_answer: (value: string) => `Default answers are not imported: ${value}`,
  duplicate_id: (id: string) => `The ID ${id} is in the file twice; the copy gets its own`,
  unknown_field: () => 'Unknown field, ignored',
  markup_removed: () => 'Scripts, pictures or other markup were removed from the text',
} satisfies Record<string, (detail: string) => string>;

export type ProblemCode = keyof typeof messages;

/**
 * `refused`: nothing of the file can be imported. `left_out`: the part is not imported, and only if the user agrees.
 * `changed`: the part is imported, in another form than the file has it.
 */
export type ProblemEffect = 'refused' | 'left_out' | 'changed';

export interface FileProblem {
  /** `sections.2.items.0.comments.4.min_cost`; for tables the name of the column. */
  place: string;
  /** The row of a table, counted as a spreadsheet does; null for JSON. */
  row: number | null;
  /** The name of the part, if it has one. */
  name: string;
  code: ProblemCode;
  /** The value or the limit that the message names. */
  detail: string;
  effect: ProblemEffect;
}

/** The English message of a problem. */
export function problemMessage({ code, detail }: Pick<FileProblem, 'code' | 'detail'>): string {
  return messages[code](detail);
}

/** Returns the problem that makes the whole file unusable, or undefined. */
export function refusalOf(problems: readonly FileProblem[]): FileProblem | undefined {
  return problems.find((problem) => problem.effect === 'refused');
}

const shown = 60;

/** A value from a file, short enough for a message. */
export function shortValue(value: unknown): string {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  const text = isPlain ? String(value) : Array.isArray(value) ? '[…]' : value === null ? 'null' : '{…}';
  return text.length > shown ? `${text.slice(0, shown)}…` : text;
}
