/** Templates as tables: one row for each comment, as spreadsheets and other programs export them. */
import { fromCents } from '../base/money.ts';
import { placed } from '../base/ordered.ts';
import { answerTypes, defaultRatings } from '../reports/reports.ts';
import { cleanLine, cleanText } from '../text/clean.ts';
import { withoutGuard } from '../text/spreadsheet-guard.ts';
import { cellOfEntries } from './cell-values.ts';
import type { FileProblem } from './file-problems.ts';
import { hasRemovedMarkup, isHtmlCell, readTextCell, writeTextCell } from './html-text.ts';
import { type TableField, type TableMapping, tableHeaders } from './table-columns.ts';
import { readTableComment, type TableRow } from './table-comment.ts';
import { meaningOf, type TableWords } from './table-words.ts';
import type { TemplateContent, TemplateItem, TemplateSection } from './template.ts';
import { countParts, fullnessOf, kindNames, type TemplateReading } from './template-file.ts';

/** A table as it was read from a file. */
export interface TemplateTable {
  headers: readonly string[];
  rows: readonly { row: number; cells: readonly string[]; problem: string | null }[];
}

/**
 * Reads a template from a table. Rows with the same section and item belong together wherever they are; a row without a
 * comment begins an item, one without an item a section, whose standards text is its text. A row that cannot be read is
 * left out as a whole and named. `words` are the meanings of words that only this file uses.
 */
export function readTemplateTable(
  table: TemplateTable,
  mapping: TableMapping,
  name: string,
  newId: () => string,
  words: TableWords = {},
): TemplateReading {
  const problems: FileProblem[] = [];
  const full = tooMany(table, mapping);
  if (full) return { content: null, trade: null, problems: [full] };
  const outline = new Outline(newId);
  for (const { row, cells, problem } of table.rows) {
    const of = rowOf(row, cells, table.headers, { mapping, words }, problems);
    const before = problems.length;
    if (problem !== null) of.note('section', problem.includes('quotation') ? 'bad_row' : 'unstorable');
    else takeRow(of, outline);
    // People find a row faster by its name than by its number.
    for (const each of problems.slice(before)) each.name = (of.cells.comment ?? '').slice(0, 80);
  }
  const content: TemplateContent = {
    name,
    description: '',
    report_title: '',
    ratings: defaultRatings,
    header_text: null,
    disclaimer: null,
    sections: outline.result(),
  };
  const tooFull = refusalFor(countParts(content));
  if (tooFull) return { content: null, trade: null, problems: [tooFull] };
  return { content, trade: null, problems };
}

/** Counts the comments before any of them is read. */
function tooMany({ headers, rows }: TemplateTable, mapping: TableMapping): FileProblem | null {
  const column = headers.findIndex((header) => mapping[header] === 'comment');
  const comments = rows.filter(({ cells }) => (cells[column] ?? '').trim() !== '').length;
  return refusalFor({ sections: 0, items: 0, comments });
}

function refusalFor(counts: Parameters<typeof fullnessOf>[0]): FileProblem | null {
  const full = fullnessOf(counts);
  return full && { place: '', row: null, name: '', ...full, effect: 'refused' };
}

function rowOf(
  row: number,
  cells: readonly string[],
  headers: readonly string[],
  { mapping, words }: { mapping: TableMapping; words: TableWords },
  problems: FileProblem[],
): TableRow {
  const headerOf = new Map<string, string>();
  const own: TableRow['cells'] = {};
  headers.forEach((header, column) => {
    const field = mapping[header] as TableField | '' | undefined;
    if (!field) return;
    headerOf.set(field, header);
    const cell = meaningOf(words, field, cleanText(withoutGuard(cells[column] ?? '')));
    if (cell !== '') own[field] = cell;
  });
  const note: TableRow['note'] = (field, code, detail = '', effect = 'left_out') =>
    problems.push({ place: headerOf.get(field) ?? '', row, name: '', code, detail, effect });
  return { row, cells: own, note };
}

function takeRow(row: TableRow, outline: Outline): void {
  const [section, item] = [cleanLine(row.cells.section ?? ''), cleanLine(row.cells.item ?? '')];
  const { comment, text = '' } = row.cells;
  const wrong = placeProblem(section, item, row.cells);
  if (wrong) {
    row.note(...wrong);
    return;
  }
  if (isHtmlCell(text) && hasRemovedMarkup(text)) row.note('text', 'markup_removed', '', 'changed');
  if (comment !== undefined) {
    const read = readTableComment(row, outline.newId());
    if (read) outline.item(section, item).comments.push(read);
  } else if (item !== '') outline.beginItem(section, item);
  else outline.beginSection(section).standards_text = readTextCell(text);
}

/** What is wrong with where a row belongs. */
function placeProblem(
  section: string,
  item: string,
  cells: TableRow['cells'],
): Parameters<TableRow['note']> | null {
  if (section === '') return ['section', 'no_section'];
  if (section.length > 200) return ['section', 'too_long', '200'];
  if (item.length > 200) return ['item', 'too_long', '200'];
  if (item === '') return cells.comment === undefined ? null : ['item', 'no_item'];
  return cells.comment === undefined && cells.text !== undefined ? ['comment', 'missing'] : null;
}

/** The sections and items of a table by name. A row that begins a part whose name is taken begins another one. */
class Outline {
  readonly newId: () => string;
  private readonly sections: TemplateSection[] = [];
  private readonly latest = new Map<string, TemplateSection>();
  private readonly items = new Map<TemplateSection, Map<string, TemplateItem>>();

  constructor(newId: () => string) {
    this.newId = newId;
  }

  beginSection(name: string): TemplateSection {
    const section: TemplateSection = {
      ...{ id: this.newId(), name, standards_text: null, is_repeatable: false, hidden: false },
      ...{ position: 0, items: [] },
    };
    this.sections.push(section);
    this.latest.set(name, section);
    this.items.set(section, new Map());
    return section;
  }

  beginItem(sectionName: string, name: string): TemplateItem {
    const section = this.latest.get(sectionName) ?? this.beginSection(sectionName);
    const item = {
      ...{ id: this.newId(), section_id: section.id, name, show_ratings: true, position: 0 },
      comments: [],
    };
    section.items.push(item);
    this.items.get(section)?.set(name, item);
    return item;
  }

  item(sectionName: string, name: string): TemplateItem {
    const section = this.latest.get(sectionName);
    return (section && this.items.get(section)?.get(name)) ?? this.beginItem(sectionName, name);
  }

  result(): TemplateSection[] {
    return placed(
      this.sections.map((section) => ({
        ...section,
        items: placed(
          section.items.map((item) => ({
            ...item,
            comments: placed(item.comments.map((comment) => ({ ...comment, item_id: item.id }))),
          })),
        ),
      })),
    );
  }
}

const columns = Object.keys(tableHeaders) as (keyof typeof tableHeaders)[];

/** Returns the header and the rows of a template's table, which `readTemplateTable` reads as the same parts. */
export function writeTemplateTable(content: TemplateContent): { header: string[]; rows: string[][] } {
  const rows: string[][] = [];
  const add = (cells: Partial<Record<TableField, string>>) =>
    rows.push(columns.map((column) => cells[column] ?? ''));
  const sectionNames = new Set<string>();
  for (const section of content.sections) {
    const needsRow =
      section.items.length === 0 || section.standards_text !== null || sectionNames.has(section.name);
    sectionNames.add(section.name);
    if (needsRow) add({ section: section.name, text: writeTextCell(section.standards_text) });
    const itemNames = new Set<string>();
    for (const item of section.items) {
      const place = { section: section.name, item: item.name };
      if (item.comments.length === 0 || itemNames.has(item.name)) add(place);
      itemNames.add(item.name);
      for (const comment of item.comments) add({ ...place, ...cellsOf(comment) });
    }
  }
  return { header: columns.map((column) => tableHeaders[column]), rows };
}

function cellsOf(comment: TemplateItem['comments'][number]): Partial<Record<TableField, string>> {
  const costCell = (cents: typeof comment.min_cost_cents) => (cents === null ? '' : String(fromCents(cents)));
  return {
    kind: kindNames[comment.kind - 1] ?? '',
    comment: comment.name,
    text: writeTextCell(comment.default_text),
    answer_type: comment.answer_type === answerTypes[0] ? '' : comment.answer_type,
    options: cellOfEntries(comment.options),
    category: comment.category === null ? '' : String(comment.category),
    location: comment.default_location,
    recommendation: comment.recommendation,
    tags: cellOfEntries(comment.tags),
    min_cost: costCell(comment.min_cost_cents),
    max_cost: costCell(comment.max_cost_cents),
    default: comment.is_default ? 'yes' : '',
    required: comment.is_required ? 'yes' : '',
  };
}
