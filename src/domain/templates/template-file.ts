/** The exchange format of templates, version 1: see docs/template-format.md. */
import { createFormatter } from '../base/formatter.ts';
import { fromCents } from '../base/money.ts';
import { placed } from '../base/ordered.ts';
import { costProblem } from '../reports/operations/report-ops.ts';
import { answerTypes, type CommentKind, type Rating } from '../reports/reports.ts';
import { type FileProblem, refusalOf, shortValue } from './file-problems.ts';
import { writeHtmlText } from './html-text.ts';
import { type FileReading, isObject, PartReader } from './part-reader.ts';
import {
  type TemplateComment,
  type TemplateContent,
  type TemplateItem,
  type TemplateSection,
  templateLimits,
} from './template.ts';
import { type TemplateTrade, templateTrades } from './trades.ts';

/** The kinds of comments as files name them, in the order of their numbers. */
export const kindNames = ['information', 'limitation', 'deficiency'] as const;

/** What a file holds: nothing if it is refused. */
export interface TemplateReading {
  content: TemplateContent | null;
  trade: TemplateTrade | null;
  problems: FileProblem[];
}

/**
 * Reads a template from the parsed JSON of a file. Every problem is named with its place; what cannot be read is left out
 * as a whole, or the whole file is refused. Every part gets a new id, whatever the file says.
 */
export function readTemplateFile(json: unknown, newId: () => string): TemplateReading {
  const problems: FileProblem[] = [];
  const refused = (code: FileProblem['code'], place = '', detail = ''): TemplateReading => ({
    content: null,
    trade: null,
    problems: [...problems, { place, row: null, name: '', code, detail, effect: 'refused' }],
  });
  if (!isObject(json) || json.format !== 'gable-template') return refused('not_a_template', 'format');
  if (json.version !== 1) return refused('version', 'version', shortValue(json.version ?? '–'));
  const full = fullness(json);
  if (full) return refused(full.code, 'sections', full.detail);
  const reading: FileReading = { problems, seenIds: new Set() };
  const reader = new PartReader(json, '', reading, 'refused');
  reader.text('format');
  reader.whole('version', 1);
  const head = {
    name: reader.line('name', 200, { isRequired: true }),
    description: reader.text('description'),
    report_title: reader.line('report_title', 120),
    ratings: readRatings(reader, reading),
    header_text: reader.html('header_text'),
    disclaimer: reader.html('disclaimer'),
  };
  const trade = reader.oneOf('trade', [...templateTrades, ''], '') || null;
  const sections = reader
    .parts('sections')
    .flatMap(({ value, at }) => readSection(value, `sections.${at}`, reading, newId));
  reader.finish();
  if (refusalOf(problems)) return { content: null, trade: null, problems };
  return { content: { ...head, sections: placed(sections) }, trade, problems };
}

/** Counts the parts before any of them is read. */
function fullness(json: Readonly<Record<string, unknown>>) {
  const listOf = (value: unknown, field: string): unknown[] => {
    const list = isObject(value) ? value[field] : null;
    return Array.isArray(list) ? list : [];
  };
  const sections = listOf(json, 'sections');
  const items = sections.flatMap((section) => listOf(section, 'items'));
  let comments = 0;
  for (const item of items) comments += listOf(item, 'comments').length;
  return fullnessOf({ sections: sections.length, items: items.length, comments });
}

/** Returns which level has more parts than a template can have, or null. */
export function fullnessOf(counts: { sections: number; items: number; comments: number }) {
  const over = (['comments', 'items', 'sections'] as const).find(
    (level) => counts[level] > templateLimits[level],
  );
  if (!over) return null;
  return { code: `too_many_${over}` as const, detail: createFormatter('en').number(counts[over]) };
}

function readRatings(head: PartReader, reading: FileReading): Rating[] {
  const found = head.parts('ratings');
  if (found.length > templateLimits.ratings) head.note('ratings', 'too_many', String(templateLimits.ratings));
  const keys = new Set<string>();
  return found.slice(0, templateLimits.ratings).map(({ value, at }) => {
    const reader = new PartReader(value, `ratings.${at}`, reading, 'refused');
    const key = reader.line('key', 10, { isRequired: true });
    const label = reader.line('label', 60, { isRequired: true });
    if (keys.has(key.toLowerCase())) reader.note('key', 'duplicate_rating', key);
    keys.add(key.toLowerCase());
    reader.finish();
    return { key, label };
  });
}

type Part = Readonly<Record<string, unknown>>;

function readSection(value: Part, place: string, reading: FileReading, newId: () => string) {
  const reader = new PartReader(value, place, reading);
  const id = newId();
  const section: TemplateSection = {
    id,
    name: reader.line('name', 200, { isRequired: true }),
    standards_text: reader.html('standards_text'),
    is_repeatable: reader.flag('is_repeatable'),
    hidden: reader.flag('hidden'),
    position: 0,
    items: placed(
      reader
        .parts('items')
        .flatMap((item) => readItem(item.value, `${place}.items.${item.at}`, reading, id, newId)),
    ),
  };
  reader.finish();
  return reader.isBad ? [] : [section];
}

function readItem(
  value: Part,
  place: string,
  reading: FileReading,
  section_id: string,
  newId: () => string,
): TemplateItem[] {
  const reader = new PartReader(value, place, reading);
  const id = newId();
  const item: TemplateItem = {
    id,
    section_id,
    name: reader.line('name', 200, { isRequired: true }),
    show_ratings: reader.flag('show_ratings'),
    position: 0,
    comments: placed(
      reader
        .parts('comments')
        .flatMap((comment) =>
          readComment(comment.value, `${place}.comments.${comment.at}`, reading, id, newId),
        ),
    ),
  };
  reader.finish();
  return reader.isBad ? [] : [item];
}

function readComment(
  value: Part,
  place: string,
  reading: FileReading,
  item_id: string,
  newId: () => string,
): TemplateComment[] {
  const reader = new PartReader(value, place, reading);
  const kind = reader.oneOf('kind', kindNames, null);
  const comment: TemplateComment = {
    id: newId(),
    item_id,
    kind: ((kind === null ? 0 : kindNames.indexOf(kind)) + 1) as CommentKind,
    name: reader.line('name', 200, { isRequired: true }),
    answer_type: reader.oneOf('answer_type', answerTypes, 'text') ?? 'text',
    options: reader.lines('options', 60),
    default_text: reader.html('default_text'),
    default_location: reader.line('default_location', 80),
    category: reader.whole('category', 99),
    recommendation: reader.line('recommendation', 120),
    tags: reader.lines('tags', 40),
    min_cost_cents: reader.amount('min_cost'),
    max_cost_cents: reader.amount('max_cost'),
    is_default: reader.flag('is_default'),
    is_required: reader.flag('is_required'),
    position: 0,
  };
  if (costProblem(comment)) reader.note('', 'min_over_max');
  reader.finish();
  return reader.isBad ? [] : [comment];
}

/** Returns the file of a template: `JSON.stringify` of it is what `readTemplateFile` reads. */
export function writeTemplateFile(content: TemplateContent, trade: TemplateTrade | null = null) {
  return {
    format: 'gable-template' as const,
    version: 1 as const,
    name: content.name,
    description: content.description,
    ...(trade === null ? {} : { trade }),
    report_title: content.report_title,
    ratings: content.ratings.map(({ key, label }) => ({ key, label })),
    header_text: writeHtmlText(content.header_text),
    disclaimer: writeHtmlText(content.disclaimer),
    sections: content.sections.map((section) => ({
      id: section.id,
      name: section.name,
      standards_text: writeHtmlText(section.standards_text),
      is_repeatable: section.is_repeatable,
      hidden: section.hidden,
      items: section.items.map((item) => ({
        id: item.id,
        name: item.name,
        show_ratings: item.show_ratings,
        comments: item.comments.map(writeComment),
      })),
    })),
  };
}

function writeComment(comment: TemplateComment) {
  const { id, name, answer_type, options, default_location, category, recommendation, tags } = comment;
  return {
    id,
    kind: kindNames[comment.kind - 1],
    name,
    answer_type,
    options,
    default_text: writeHtmlText(comment.default_text),
    default_location,
    category,
    recommendation,
    tags,
    min_cost: comment.min_cost_cents === null ? null : fromCents(comment.min_cost_cents),
    max_cost: comment.max_cost_cents === null ? null : fromCents(comment.max_cost_cents),
    is_default: comment.is_default,
    is_required: comment.is_required,
  };
}

/** The counts of a template's parts. */
export function countParts(content: TemplateContent) {
  const items = content.sections.flatMap((section) => section.items);
  const comments = items.reduce((sum, item) => sum + item.comments.length, 0);
  return { sections: content.sections.length, items: items.length, comments };
}
