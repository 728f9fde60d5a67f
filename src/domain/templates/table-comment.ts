import { costProblem } from '../reports/operations/report-ops.ts';
import type { AnswerType, CommentKind } from '../reports/reports.ts';
import { cleanLine } from '../text/clean.ts';
import {
  answerTypeOfCell,
  categoryOfCell,
  costOfCell,
  entriesOfCell,
  flagOfCell,
  kindOfCell,
} from './cell-values.ts';
import { type ProblemCode, type ProblemEffect, shortValue } from './file-problems.ts';
import { readTextCell } from './html-text.ts';
import { longestHtml } from './part-reader.ts';
import type { TableField } from './table-columns.ts';
import type { TemplateComment } from './template.ts';

/** The cells of a row by field, cleaned; the header of each for messages. */
export interface TableRow {
  row: number;
  cells: Partial<Record<TableField, string>>;
  note: (field: TableField, code: ProblemCode, detail?: string, effect?: ProblemEffect) => void;
}

/** Reads the comment of a row, or returns null and notes what is wrong with each of its cells. */
export function readTableComment({ cells, note }: TableRow, id: string): TemplateComment | null {
  let isBad = false;
  const bad = (field: TableField, code: ProblemCode, detail = '') => {
    isBad = true;
    note(field, code, detail);
  };
  /** The value of a cell; `none` for an empty one, noted for one that is not understood. */
  const known = <T>(field: TableField, read: (cell: string) => T | undefined, none: T): T => {
    const cell = cells[field];
    const value = cell === undefined ? none : read(cell);
    if (value === undefined) bad(field, 'unknown_value', shortValue(cell));
    return value ?? none;
  };
  const line = (field: TableField, most: number) => {
    const text = cleanLine(cells[field] ?? '');
    if (text.length > most) bad(field, 'too_long', String(most));
    return text;
  };
  const entries = (field: TableField, most: number) => {
    const list = entriesOfCell(cells[field] ?? '');
    if (list.length > most) bad(field, 'too_many', String(most));
    else if (list.some((entry) => entry.length > 80)) bad(field, 'too_long', '80');
    return list;
  };
  if ((cells.text ?? '').length > longestHtml) bad('text', 'too_long', String(longestHtml));
  const kind = known<CommentKind>('kind', kindOfCell, kindOf(cells));
  const answer = known<AnswerType>('answer_type', answerTypeOfCell, 'text');
  const fallback = defaultValue(cells, answer);
  if (fallback.lost !== '') note('default_value', 'default_answer', shortValue(fallback.lost), 'changed');
  const comment: TemplateComment = {
    id,
    item_id: '',
    kind,
    name: line('comment', 200),
    answer_type: answerOf(cells, kind, answer),
    options: entries('options', 60),
    default_text: isBad ? null : readTextCell(cells.text ?? fallback.text),
    default_location: line('location', 80),
    category: known<number | null>('category', categoryOfCell, null),
    recommendation: line('recommendation', 120),
    tags: entries('tags', 40),
    min_cost_cents: known('min_cost', costOfCell, null as TemplateComment['min_cost_cents']),
    max_cost_cents: known('max_cost', costOfCell, null as TemplateComment['max_cost_cents']),
    is_default: known('default', flagOfCell, fallback.isDefault),
    is_required: known('required', flagOfCell, false),
    position: 0,
  };
  if (costProblem(comment)) bad('min_cost', 'min_over_max');
  return isBad ? null : comment;
}

/** Without a kind, a comment with a category or a cost is a deficiency, any other information. */
const kindOf = (cells: TableRow['cells']): CommentKind =>
  cells.category || cells.min_cost || cells.max_cost || cells.recommendation ? 3 : 1;

/** In Spectora `boolean` means a comment that is either checked or not. One that has its own text needs no answer. */
function answerOf(cells: TableRow['cells'], kind: CommentKind, answer: AnswerType): AnswerType {
  const isTicked = cells.answer_type?.toLowerCase() === 'boolean';
  return isTicked && (kind === 3 || cells.text) ? 'text' : answer;
}

/** Spectora's default value ticks a comment, or is the text with which it begins; an answer given before is lost. */
function defaultValue({ default_value: value }: TableRow['cells'], answer: AnswerType) {
  if (value === undefined) return { isDefault: false, text: '', lost: '' };
  const flag = flagOfCell(value);
  if (answer === 'yes_no' && flag !== undefined) return { isDefault: flag, text: '', lost: '' };
  const isText = answer === 'text';
  return { isDefault: true, text: isText ? value : '', lost: isText ? '' : value };
}
