/** Copies of sections and items within a report: Bathroom, Bathroom 2. */
import { insertedAfter, placed, sortByPosition } from '../../base/ordered.ts';
import type { ReportComment, ReportContent, ReportItem, ReportMedia, ReportSection } from '../reports.ts';
import { allItems, fullMessage, goneMessage, inSection, itemById, reportLimits } from './content-parts.ts';

/** What a copy takes along: only the structure, what was written as well, or also the photos. */
export type CopyExtent = 'structure' | 'answers' | 'photos';

interface Extent {
  extent: CopyExtent;
  /** The id of each copied part by that of its original. What is not listed is not copied. */
  ids: Readonly<Record<string, string>>;
}

interface Copy extends Extent {
  name: string;
  after_id: string | null;
}

export type CopyOp =
  | ({ type: 'copy_section'; section_id: string } & Copy)
  | ({ type: 'copy_item'; item_id: string } & Copy);

/** Copies a section or an item next to its original, or returns why not. A copy that exists already stays as it is. */
export function applyCopy(content: ReportContent, op: CopyOp): ReportContent | string {
  return op.type === 'copy_section' ? copySection(content, op) : copyItem(content, op);
}

function copySection(
  content: ReportContent,
  op: Extract<CopyOp, { type: 'copy_section' }>,
): ReportContent | string {
  const section = content.sections.find((one) => one.id === op.section_id);
  const id = op.ids[op.section_id];
  if (id && content.sections.some((one) => one.id === id)) return content;
  if (!section || !id) return goneMessage;
  const own = copyOfSection(section, op, id);
  const items = own.items.map((item) => ({ ...item, template_item_id: null }));
  const copy = { ...own, template_section_id: null, name: op.name, hidden: false, items };
  if (content.sections.length >= reportLimits.sections || isTooMuch(content, items)) return fullMessage;
  return { ...content, sections: insertedAfter(sortByPosition(content.sections), copy, op.after_id) };
}

function copyOfSection(section: ReportSection, copy: Extent, id: string): ReportSection {
  return {
    ...section,
    id,
    items: placed(sortByPosition(section.items).flatMap((item) => copyOfItem(item, copy, id))),
  };
}

/** All sections of a report for another one, which is of the same template. */
export function copyOfContent(content: ReportContent, copy: Extent): ReportContent {
  return {
    ratings: content.ratings,
    sections: content.sections.flatMap((section) => {
      const id = copy.ids[section.id];
      return id ? [copyOfSection(section, copy, id)] : [];
    }),
  };
}

function copyItem(
  content: ReportContent,
  op: Extract<CopyOp, { type: 'copy_item' }>,
): ReportContent | string {
  const item = itemById(content, op.item_id);
  const id = op.ids[op.item_id];
  if (id && itemById(content, id)) return content;
  const [copy] = item ? copyOfItem(item, op, item.section_id) : [];
  if (!item || !copy) return goneMessage;
  if (isTooMuch(content, [copy])) return fullMessage;
  return inSection(content, item.section_id, (section) => ({
    ...section,
    items: insertedAfter(
      sortByPosition(section.items),
      { ...copy, template_item_id: null, name: op.name },
      op.after_id,
    ),
  }));
}

function isTooMuch(content: ReportContent, added: readonly ReportItem[]): boolean {
  const items = [...allItems(content), ...added];
  const count = (of: (item: ReportItem) => number) => items.reduce((sum, item) => sum + of(item), 0);
  return (
    items.length > reportLimits.items ||
    count((item) => item.comments.length) > reportLimits.comments ||
    count((item) => item.media.length) > reportLimits.media
  );
}

function copyOfItem(item: ReportItem, { ids, extent }: Extent, section_id: string): ReportItem[] {
  const id = ids[item.id];
  if (!id) return [];
  const comments = sortByPosition(item.comments)
    .filter((comment) => extent !== 'structure' || comment.template_comment_id !== null)
    .flatMap((comment) => copyOfComment(comment, ids[comment.id], id, extent));
  const media =
    extent === 'photos' ? sortByPosition(item.media).flatMap((photo) => copyOfPhoto(photo, ids, id)) : [];
  const rating = extent === 'structure' ? null : item.rating;
  return [
    {
      ...item,
      ...{ id, section_id, rating },
      comments: placed(comments),
      media: placed(media),
    },
  ];
}

/** Without what was written, findings are back in the library and questions are open. */
function copyOfComment(
  comment: ReportComment,
  id: string | undefined,
  item_id: string,
  extent: CopyExtent,
): ReportComment[] {
  if (!id) return [];
  const { public_id: _, ...rest } = comment;
  const copy = { ...rest, id, item_id };
  if (extent !== 'structure') return [copy];
  return [{ ...copy, answer: null, locations: [], included: comment.kind === 1 && comment.included }];
}

/** Videos stay with the original: their files belong to one report part. */
function copyOfPhoto(photo: ReportMedia, ids: Extent['ids'], item_id: string): ReportMedia[] {
  const id = ids[photo.id];
  if (!id || photo.kind !== 'photo') return [];
  return [{ ...photo, id, item_id, comment_id: photo.comment_id && (ids[photo.comment_id] ?? null) }];
}

/** The pairs of photos that an operation copied: the original and its copy. */
export function copiedPhotos(
  before: ReportContent,
  after: ReportContent,
  ids: Extent['ids'],
): { from: string; to: string }[] {
  const known = new Set(allItems(before).flatMap((item) => item.media.map((photo) => photo.id)));
  const made = new Set(allItems(after).flatMap((item) => item.media.map((photo) => photo.id)));
  return Object.entries(ids).flatMap(([from, to]) =>
    known.has(from) && made.has(to) && !known.has(to) ? [{ from, to }] : [],
  );
}

/** A new id for each of these sections or items and every part of them. */
export function newIdsFor(
  parts: readonly (ReportSection | ReportItem)[],
  newId: () => string,
): Record<string, string> {
  const items = parts.flatMap((part) => ('items' in part ? part.items : [part]));
  const inside = items.flatMap((item) => [item, ...item.comments, ...item.media]);
  return Object.fromEntries([...parts, ...inside].map(({ id }) => [id, newId()]));
}

/**
 * Proposes the name of a copy and the id of the part it comes after: `Bathroom` becomes the number after the highest one
 * there, and comes after it.
 */
export function proposedCopy(
  original: { id: string; name: string },
  siblings: readonly { id: string; name: string; position: number }[],
): { name: string; after_id: string } {
  const stem = stemOf(original.name);
  const series = sortByPosition(siblings).filter(({ name }) => stemOf(name) === stem);
  const highest = Math.max(1, ...series.map(({ name }) => numberOf(name)));
  return { name: `${stem} ${highest + 1}`, after_id: series.at(-1)?.id ?? original.id };
}

const numbered = /^(.*\S)\s+(\d{1,4})$/;
/** A name without the number at its end: `Bathroom 2` becomes `Bathroom`. */
export const stemOf = (name: string): string => numbered.exec(name.trim())?.[1] ?? name.trim();
const numberOf = (name: string) => Number(numbered.exec(name.trim())?.[2] ?? 1);
