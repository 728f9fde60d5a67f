/** Autosave operations of the template editor. Browser and server run the same reducer. */
import { applyInOrder } from '../base/operations.ts';
import { defined, insertedAfter, placed, sortByPosition } from '../base/ordered.ts';
import { costProblem } from '../reports/operations/report-ops.ts';
import { longTextProblem, mostTemplatePages } from '../text/text-pages.ts';
import {
  commentsOf,
  itemsOf,
  ratingsProblem,
  type TemplateComment,
  type TemplateContent,
  type TemplateHead,
  type TemplateItem,
  type TemplateSection,
  templateLimits,
} from './template.ts';

type Own<T, K extends string> = Partial<Omit<T, K | 'id' | 'position'>>;

export type CommentChanges = Own<TemplateComment, 'item_id'>;
type ItemChanges = Own<TemplateItem, 'section_id' | 'comments'>;
export type SectionChanges = Own<TemplateSection, 'items'>;

/** A new comment; omitted fields are empty. */
export type NewComment = Pick<TemplateComment, 'id' | 'item_id' | 'kind' | 'name'> & CommentChanges;
/** A new item, with its comments if it is a copy or comes back. */
export type NewItem = Pick<TemplateItem, 'id' | 'section_id' | 'name'> &
  ItemChanges & { comments?: NewComment[] };
/** A new section, with its items if it is a copy or comes back. */
export type NewSection = Pick<TemplateSection, 'id' | 'name'> & SectionChanges & { items?: NewItem[] };

type Op =
  | { type: 'update_template'; changes: Partial<TemplateHead> }
  | { type: 'add_section'; section: NewSection; after_id: string | null }
  | { type: 'update_section'; section_id: string; changes: SectionChanges }
  | { type: 'move_section'; section_id: string; after_id: string | null }
  | { type: 'remove_section'; section_id: string }
  | { type: 'add_item'; item: NewItem; after_id: string | null }
  | { type: 'update_item'; item_id: string; changes: ItemChanges }
  | { type: 'move_item'; item_id: string; section_id: string; after_id: string | null }
  | { type: 'remove_item'; item_id: string }
  | { type: 'add_comment'; comment: NewComment; after_id: string | null }
  | { type: 'update_comment'; comment_id: string; changes: CommentChanges }
  | { type: 'move_comment'; comment_id: string; item_id: string; after_id: string | null }
  | { type: 'remove_comment'; comment_id: string };

export type TemplateOp = { op_id: string } & Op;

/** An operation without its id. */
export type TemplateChange = Op;

const templateGoneMessage = 'This was removed from the template';
const templateFullMessage = 'This template is full. Remove something first.';

/**
 * Applies operations in order and returns the new content. An operation on something removed or with an invalid value
 * is rejected on its own and the others continue; adding what already exists changes nothing. Unchanged parts keep
 * their identity, so that the difference to the old content is cheap to find.
 */
export function applyTemplateOps(content: TemplateContent, ops: readonly TemplateOp[]) {
  return applyInOrder(content, ops, reduceTemplate);
}

function reduceTemplate(content: TemplateContent, op: TemplateOp): TemplateContent | string {
  switch (op.type) {
    case 'update_template': {
      const changes = defined(op.changes);
      if (changes.ratings) {
        const problem = ratingsProblem(changes.ratings);
        if (problem) return problem;
      }
      const long = [changes.header_text, changes.disclaimer].map((text) =>
        longTextProblem(text, mostTemplatePages),
      );
      const tooLong = long.find((problem) => problem !== null);
      if (tooLong) return tooLong;
      return { ...content, ...changes };
    }
    case 'add_section':
    case 'update_section':
    case 'move_section':
    case 'remove_section':
      return reduceSections(content, op);
    case 'add_item':
    case 'update_item':
    case 'move_item':
    case 'remove_item':
      return reduceItems(content, op);
    default:
      return reduceComments(content, op);
  }
}

type OpsOn<T extends string> = Extract<TemplateOp, { type: `${string}_${T}` }>;

function reduceSections(content: TemplateContent, op: OpsOn<'section'>): TemplateContent | string {
  const sections = sortByPosition(content.sections);
  if (op.type === 'add_section') {
    if (sections.some((section) => section.id === op.section.id)) return content;
    const section = newSection(op.section);
    return checked({ ...content, sections: insertedAfter(sections, section, op.after_id) }, content);
  }
  const found = sections.find((section) => section.id === op.section_id);
  if (!found) return templateGoneMessage;
  if (op.type === 'update_section')
    return inSection(content, found.id, (section) => ({ ...section, ...defined(op.changes) }));
  const others = sections.filter((section) => section !== found);
  const next = op.type === 'move_section' ? insertedAfter(others, found, op.after_id) : placed(others);
  return { ...content, sections: next };
}

function reduceItems(content: TemplateContent, op: OpsOn<'item'>): TemplateContent | string {
  if (op.type === 'add_item') {
    if (itemsOf(content).some((item) => item.id === op.item.id)) return content;
    const item = newItem(op.item);
    return checked(placeItem(content, op.item.section_id, item, op.after_id), content);
  }
  const found = itemsOf(content).find((item) => item.id === op.item_id);
  if (!found) return templateGoneMessage;
  if (op.type === 'update_item')
    return inSection(content, found.section_id, (section) => ({
      ...section,
      items: section.items.map((item) => (item === found ? { ...item, ...defined(op.changes) } : item)),
    }));
  const without = inSection(content, found.section_id, (section) => ({
    ...section,
    items: placed(sortByPosition(section.items).filter((item) => item !== found)),
  }));
  return op.type === 'remove_item' ? without : placeItem(without, op.section_id, found, op.after_id);
}

function placeItem(
  content: TemplateContent,
  sectionId: string,
  item: TemplateItem,
  afterId: string | null,
): TemplateContent | string {
  if (!content.sections.some((section) => section.id === sectionId)) return templateGoneMessage;
  return inSection(content, sectionId, (section) => ({
    ...section,
    items: insertedAfter(sortByPosition(section.items), { ...item, section_id: sectionId }, afterId),
  }));
}

function reduceComments(content: TemplateContent, op: OpsOn<'comment'>): TemplateContent | string {
  if (op.type === 'add_comment') {
    if (commentsOf(content).some((comment) => comment.id === op.comment.id)) return content;
    const comment = newComment(op.comment);
    return checked(placeComment(content, op.comment.item_id, comment, op.after_id), content);
  }
  const found = commentsOf(content).find((comment) => comment.id === op.comment_id);
  if (!found) return templateGoneMessage;
  if (op.type === 'update_comment') {
    const changed = { ...found, ...defined(op.changes) };
    const problem = costProblem(changed);
    if (problem) return problem;
    return inItem(content, found.item_id, (item) => ({
      ...item,
      comments: item.comments.map((comment) => (comment === found ? changed : comment)),
    }));
  }
  const without = inItem(content, found.item_id, (item) => ({
    ...item,
    comments: placed(sortByPosition(item.comments).filter((comment) => comment !== found)),
  }));
  return op.type === 'remove_comment' ? without : placeComment(without, op.item_id, found, op.after_id);
}

function placeComment(
  content: TemplateContent,
  itemId: string,
  comment: TemplateComment,
  afterId: string | null,
): TemplateContent | string {
  if (!itemsOf(content).some((item) => item.id === itemId)) return templateGoneMessage;
  return inItem(content, itemId, (item) => ({
    ...item,
    comments: insertedAfter(sortByPosition(item.comments), { ...comment, item_id: itemId }, afterId),
  }));
}

/**
 * The content with something added, unless it breaks a limit, an id occurs twice (a copy that kept the ids of its parts
 * would bind them to two places), or a cost is upside down.
 */
function checked(next: TemplateContent | string, before: TemplateContent): TemplateContent | string {
  if (typeof next === 'string' || next === before) return next;
  const [items, comments] = [itemsOf(next), commentsOf(next)];
  const isFull =
    next.sections.length > templateLimits.sections ||
    items.length > templateLimits.items ||
    comments.length > templateLimits.comments;
  if (isFull) return templateFullMessage;
  for (const level of [next.sections, items, comments])
    if (new Set(level.map((part) => part.id)).size < level.length)
      return 'This part is in the template already';
  return comments.map(costProblem).find((problem) => problem !== null) ?? next;
}

/** A section from what an operation brings, complete with its items. */
export function newSection({ items = [], ...given }: NewSection): TemplateSection {
  const blank = { standards_text: null, is_repeatable: false, hidden: false, position: 0 };
  return {
    ...blank,
    ...defined(given),
    items: placed(items.map((item) => newItem({ ...item, section_id: given.id }))),
  };
}

function newItem({ comments = [], ...given }: NewItem): TemplateItem {
  return {
    show_ratings: true,
    position: 0,
    ...defined(given),
    comments: placed(comments.map((comment) => newComment({ ...comment, item_id: given.id }))),
  };
}

function newComment(given: NewComment): TemplateComment {
  return {
    answer_type: 'text',
    options: [],
    default_text: null,
    default_location: '',
    category: given.kind === 3 ? 2 : null,
    recommendation: '',
    tags: [],
    min_cost_cents: null,
    max_cost_cents: null,
    is_default: false,
    is_required: false,
    position: 0,
    ...defined(given),
  };
}

function inSection(
  content: TemplateContent,
  id: string,
  change: (section: TemplateSection) => TemplateSection,
): TemplateContent {
  return { ...content, sections: content.sections.map((s) => (s.id === id ? change(s) : s)) };
}

function inItem(
  content: TemplateContent,
  id: string,
  change: (item: TemplateItem) => TemplateItem,
): TemplateContent {
  const sectionId = itemsOf(content).find((item) => item.id === id)?.section_id ?? '';
  return inSection(content, sectionId, (section) => ({
    ...section,
    items: section.items.map((item) => (item.id === id ? change(item) : item)),
  }));
}
