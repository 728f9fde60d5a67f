/** Autosave operations of the report editor; the same reducer runs in the browser and on the server. */
import {
  type ReportComment,
  type ReportContent,
  type ReportItem,
  type ReportMedia,
  type ReportSection,
  sortByPosition,
} from './reports.ts';

/** What may be changed in a comment. */
export type CommentChanges = Partial<Omit<ReportComment, 'id' | 'item_id' | 'public_id' | 'position'>>;
export type CostBounds = Pick<ReportComment, 'min_cost_cents' | 'max_cost_cents'>;
export type MediaChanges = Partial<Pick<ReportMedia, 'caption' | 'comment_id' | 'annotations'>>;

/** A new comment: fields left out are empty, and it is included. It goes to the end of its item. */
export type NewComment = Pick<ReportComment, 'id' | 'item_id' | 'kind' | 'name'> & CommentChanges;

type Op =
  | { type: 'set_rating'; item_id: string; rating: string | null }
  | { type: 'add_comment'; comment: NewComment }
  | { type: 'update_comment'; comment_id: string; changes: CommentChanges }
  | { type: 'remove_comment'; comment_id: string }
  | { type: 'move_comment'; comment_id: string; item_id: string; after_id: string | null }
  | { type: 'add_section'; section: Pick<ReportSection, 'id' | 'name'>; after_id: string | null }
  | { type: 'update_section'; section_id: string; changes: Partial<Pick<ReportSection, 'name' | 'hidden'>> }
  | { type: 'remove_section'; section_id: string }
  | { type: 'move_section'; section_id: string; after_id: string | null }
  | {
      type: 'add_item';
      item: Pick<ReportItem, 'id' | 'section_id' | 'name'> & { show_ratings?: boolean };
      after_id: string | null;
    }
  | { type: 'update_item'; item_id: string; changes: Partial<Pick<ReportItem, 'name' | 'show_ratings'>> }
  | { type: 'remove_item'; item_id: string }
  | { type: 'move_item'; item_id: string; section_id: string; after_id: string | null }
  | { type: 'update_media'; media_id: string; changes: MediaChanges }
  | { type: 'remove_media'; media_id: string }
  | { type: 'move_media'; media_id: string; after_id: string | null };

/** One change, with an id made by the browser so that a repeated batch changes nothing. */
export type ReportOp = { op_id: string } & Op;
export type ReportOpType = ReportOp['type'];

/** What became of one operation; a refusal says why and changes nothing. */
export interface OpResult {
  op_id: string;
  refused: string | null;
}

/**
 * The content after the operations, in order. An operation on something that is gone, or with a value that is not
 * allowed, is refused by itself and the rest goes on; adding what is already there changes nothing. What did not change
 * keeps its identity, so that the difference to the old content is cheap to find.
 */
export function applyOps(
  content: ReportContent,
  ops: readonly ReportOp[],
): { content: ReportContent; results: OpResult[] } {
  let current = content;
  const results = ops.map((op): OpResult => {
    const next = apply(current, op);
    if (typeof next === 'string') return { op_id: op.op_id, refused: next };
    current = next;
    return { op_id: op.op_id, refused: null };
  });
  return { content: current, results };
}

/** Said of what an operation is about and is not there any more. */
export const goneMessage = 'This was removed from the report';

function apply(content: ReportContent, op: ReportOp): ReportContent | string {
  switch (op.type) {
    case 'set_rating': {
      const isKnown = op.rating === null || content.ratings.some((r) => r.key === op.rating);
      if (!isKnown) return 'This report doesn’t use that rating';
      return inItem(content, op.item_id, (item) => ({ ...item, rating: op.rating }));
    }
    case 'update_item':
      return inItem(content, op.item_id, (item) => ({ ...item, ...defined(op.changes) }));
    case 'update_section':
      return inSection(content, op.section_id, (section) => ({ ...section, ...defined(op.changes) }));
    case 'add_comment':
    case 'update_comment':
    case 'remove_comment':
    case 'move_comment':
      return applyToComments(content, op);
    case 'update_media':
    case 'remove_media':
    case 'move_media':
      return applyToMedia(content, op);
    default:
      return applyToStructure(content, op);
  }
}

function applyToComments(
  content: ReportContent,
  op: Extract<ReportOp, { type: `${string}_comment` }>,
): ReportContent | string {
  if (op.type === 'add_comment') {
    if (itemWithComment(content, op.comment.id)) return content;
    return inItem(content, op.comment.item_id, (item) => {
      const comments = sortByPosition(item.comments);
      return { ...item, comments: placed([...comments, newComment(op.comment)]) };
    });
  }
  const from = itemWithComment(content, op.comment_id);
  const comment = from?.comments.find((c) => c.id === op.comment_id);
  if (!from || !comment) return goneMessage;
  const without = (item: ReportItem) =>
    placed(sortByPosition(item.comments).filter((c) => c.id !== op.comment_id));
  if (op.type === 'update_comment') {
    const changed = { ...comment, ...defined(op.changes) };
    const problem = costProblem(changed);
    if (problem) return problem;
    const comments = from.comments.map((c) => (c.id === op.comment_id ? changed : c));
    return inItem(content, from.id, (item) => ({ ...item, comments }));
  }
  if (op.type === 'remove_comment') {
    const release = (m: ReportMedia) => (m.comment_id === op.comment_id ? { ...m, comment_id: null } : m);
    return inItem(content, from.id, (item) => ({
      ...item,
      comments: without(item),
      media: item.media.map(release),
    }));
  }
  if (!itemById(content, op.item_id)) return goneMessage;
  // A comment that moves takes its photos along.
  const own = from.media.filter((m) => m.comment_id === op.comment_id);
  const left = mapItem(content, from.id, (item) => ({
    ...item,
    comments: without(item),
    media: placed(sortByPosition(item.media).filter((m) => m.comment_id !== op.comment_id)),
  }));
  return inItem(left, op.item_id, (item) => ({
    ...item,
    comments: insertedAfter(sortByPosition(item.comments), { ...comment, item_id: op.item_id }, op.after_id),
    media: placed([...sortByPosition(item.media), ...own.map((m) => ({ ...m, item_id: op.item_id }))]),
  }));
}

function applyToMedia(
  content: ReportContent,
  op: Extract<ReportOp, { type: `${string}_media` }>,
): ReportContent | string {
  const item = allItems(content).find((i) => i.media.some((m) => m.id === op.media_id));
  const media = item?.media.find((m) => m.id === op.media_id);
  if (!item || !media) return goneMessage;
  const others = sortByPosition(item.media).filter((m) => m.id !== op.media_id);
  if (op.type === 'remove_media') return inItem(content, item.id, (i) => ({ ...i, media: placed(others) }));
  if (op.type === 'move_media') {
    return inItem(content, item.id, (i) => ({ ...i, media: insertedAfter(others, media, op.after_id) }));
  }
  const commentId = op.changes.comment_id;
  if (commentId && !item.comments.some((c) => c.id === commentId)) return goneMessage;
  const changed = { ...media, ...defined(op.changes) };
  return inItem(content, item.id, (i) => ({
    ...i,
    media: i.media.map((m) => (m.id === op.media_id ? changed : m)),
  }));
}

function applyToStructure(
  content: ReportContent,
  op: Extract<ReportOp, { type: `${'add' | 'remove' | 'move'}_${'section' | 'item'}` }>,
): ReportContent | string {
  const sections = sortByPosition(content.sections);
  switch (op.type) {
    case 'add_section': {
      if (sections.some((s) => s.id === op.section.id)) return content;
      const blank = { hidden: false, is_repeatable: false, standards_text: null, position: 0, items: [] };
      return { ...content, sections: insertedAfter(sections, { ...blank, ...op.section }, op.after_id) };
    }
    case 'remove_section':
    case 'move_section': {
      const section = sections.find((s) => s.id === op.section_id);
      if (!section) return goneMessage;
      const others = sections.filter((s) => s.id !== op.section_id);
      const isMove = op.type === 'move_section';
      return { ...content, sections: isMove ? insertedAfter(others, section, op.after_id) : placed(others) };
    }
    case 'add_item': {
      if (itemById(content, op.item.id)) return content;
      const blank = { show_ratings: true, rating: null, position: 0, comments: [], media: [] };
      return inSection(content, op.item.section_id, (section) => ({
        ...section,
        items: insertedAfter(sortByPosition(section.items), { ...blank, ...defined(op.item) }, op.after_id),
      }));
    }
    case 'remove_item':
    case 'move_item': {
      const item = itemById(content, op.item_id);
      if (!item) return goneMessage;
      if (op.type === 'move_item' && !sections.some((s) => s.id === op.section_id)) return goneMessage;
      const left = mapSection(content, item.section_id, (section) => ({
        ...section,
        items: placed(sortByPosition(section.items).filter((i) => i.id !== op.item_id)),
      }));
      if (op.type === 'remove_item') return left;
      return inSection(left, op.section_id, (section) => ({
        ...section,
        items: insertedAfter(
          sortByPosition(section.items),
          { ...item, section_id: op.section_id },
          op.after_id,
        ),
      }));
    }
  }
}

function newComment(given: NewComment): ReportComment {
  return {
    template_comment_id: null,
    included: true,
    answer_type: 'text',
    options: [],
    answer: null,
    text: null,
    locations: [],
    category: given.kind === 3 ? 2 : null,
    recommendation: '',
    tags: [],
    min_cost_cents: null,
    max_cost_cents: null,
    is_required: false,
    position: 0,
    ...defined(given),
  };
}

/** What is wrong with the two bounds of a cost taken together, or null. */
export function costProblem({ min_cost_cents: min, max_cost_cents: max }: CostBounds): string | null {
  return min !== null && max !== null && min > max ? 'The minimum cost is higher than the maximum' : null;
}

function inItem(content: ReportContent, id: string, change: (item: ReportItem) => ReportItem) {
  return itemById(content, id) ? mapItem(content, id, change) : goneMessage;
}

function mapItem(
  content: ReportContent,
  id: string,
  change: (item: ReportItem) => ReportItem,
): ReportContent {
  const sections = content.sections.map((section) =>
    section.items.some((i) => i.id === id)
      ? { ...section, items: section.items.map((i) => (i.id === id ? change(i) : i)) }
      : section,
  );
  return { ...content, sections };
}

function inSection(content: ReportContent, id: string, change: (section: ReportSection) => ReportSection) {
  return content.sections.some((s) => s.id === id) ? mapSection(content, id, change) : goneMessage;
}

function mapSection(
  content: ReportContent,
  id: string,
  change: (section: ReportSection) => ReportSection,
): ReportContent {
  return { ...content, sections: content.sections.map((s) => (s.id === id ? change(s) : s)) };
}

const allItems = (content: ReportContent) => content.sections.flatMap((s) => s.items);
const itemById = (content: ReportContent, id: string) => allItems(content).find((i) => i.id === id);
const itemWithComment = (content: ReportContent, id: string) =>
  allItems(content).find((i) => i.comments.some((c) => c.id === id));

/** The list with the thing after the named one (first for null, last when that one is gone), positions 0, 1, 2 … */
function insertedAfter<T extends { id: string; position: number }>(
  list: readonly T[],
  thing: T,
  afterId: string | null,
): T[] {
  const found = afterId === null ? 0 : list.findIndex((t) => t.id === afterId) + 1;
  const at = afterId !== null && found === 0 ? list.length : found;
  return placed([...list.slice(0, at), thing, ...list.slice(at)]);
}

function placed<T extends { position: number }>(list: readonly T[]): T[] {
  return list.map((thing, position) => (thing.position === position ? thing : { ...thing, position }));
}

/** The given keys only: `undefined` from a parsed body must not erase a value. */
function defined<T extends object>(changes: T): T {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as T;
}
