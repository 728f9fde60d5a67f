/** The comments an inspector can add to an item: what is offered first, and what a search finds. */
import { foldText } from '../base/names.ts';
import type { CommentChanges, NewComment } from './operations/report-ops.ts';
import type { ReportComment, ReportContent, ReportItem } from './reports.ts';

/** A comment of the library, as an item of the report offers it. */
export interface CommentChoice {
  key: string;
  /** What is added: a comment of the report that is not included yet, or a new one with these fields. */
  add: { include: string } | { fields: Pick<NewComment, 'kind' | 'name'> & CommentChanges };
  comment: Pick<ReportComment, 'kind' | 'name' | 'category' | 'text' | 'tags' | 'template_comment_id'>;
  /** Where it is from; empty for the item itself. */
  where: string;
  /** From this item, or an item of the same name. */
  isHere: boolean;
  isFavorite: boolean;
  /** The report cannot be complete without it. */
  isRequired: boolean;
  uses: number;
}

/** A comment of another template of the company. */
export type OtherComment = Pick<
  ReportComment,
  | 'id'
  | 'kind'
  | 'name'
  | 'answer_type'
  | 'options'
  | 'text'
  | 'locations'
  | 'category'
  | 'recommendation'
  | 'tags'
  | 'min_cost_cents'
  | 'max_cost_cents'
> & { item: string; section: string };

/** What is known about the library besides the comments of the report. */
export interface LibraryFacts {
  favorites: ReadonlySet<string>;
  uses: ReadonlyMap<string, number>;
  others: readonly OtherComment[];
}

/** A question of the template: it is always there, with a field for its answer. */
export function isQuestion(comment: ReportComment): boolean {
  return comment.kind === 1 && comment.template_comment_id !== null;
}

/** Returns the comments that can be added to an item, each once: its own, those of other items, those of other templates. */
export function choicesFor(content: ReportContent, item: ReportItem, facts: LibraryFacts): CommentChoice[] {
  const own = foldText(item.name);
  const all = [
    ...item.comments.flatMap((comment) => ownChoice(comment, facts)),
    ...content.sections.flatMap((section) =>
      section.items.flatMap((other) =>
        other.id === item.id
          ? []
          : other.comments.flatMap((comment) =>
              choiceOf(comment, facts, `${section.name} › ${other.name}`, foldText(other.name) === own),
            ),
      ),
    ),
    ...facts.others.flatMap(({ id, item: name, section, ...comment }) => {
      const from = { ...comment, id, template_comment_id: id };
      return choiceOf(from, facts, `${section} › ${name}`, foldText(name) === own);
    }),
  ];
  const there = new Set(item.comments.filter(({ included }) => included).map(sameness));
  return withoutRepeats(all, there);
}

function ownChoice(comment: ReportComment, facts: LibraryFacts): CommentChoice[] {
  if (comment.included || isQuestion(comment)) return [];
  return [{ ...choice(comment, { include: comment.id }, facts, '', true), isRequired: comment.is_required }];
}

function choiceOf(
  comment: OtherFields,
  facts: LibraryFacts,
  where: string,
  isHere: boolean,
): CommentChoice[] {
  // What was written for this house in another item is no comment of the library.
  if (comment.template_comment_id === null || comment.kind === 1) return [];
  const { kind, name, answer_type, options, text, locations, category, recommendation, tags } = comment;
  const { min_cost_cents, max_cost_cents, template_comment_id } = comment;
  const fields = {
    ...{ kind, name, answer_type, options, text, category, recommendation, tags, template_comment_id },
    ...{ min_cost_cents, max_cost_cents, locations },
  };
  return [choice(comment, { fields }, facts, where, isHere)];
}

type OtherFields = Omit<OtherComment, 'item' | 'section'> & Pick<ReportComment, 'template_comment_id'>;

function choice(
  comment: CommentChoice['comment'] & { id: string },
  add: CommentChoice['add'],
  { favorites, uses }: LibraryFacts,
  where: string,
  isHere: boolean,
): CommentChoice {
  const libraryId = comment.template_comment_id ?? '';
  return {
    ...{ key: comment.id, add, comment, where, isHere },
    isFavorite: favorites.has(libraryId),
    isRequired: false,
    uses: uses.get(libraryId) ?? 0,
  };
}

const sameness = ({ kind, name }: Pick<ReportComment, 'kind' | 'name'>) => `${kind} ${foldText(name)}`;

/** Templates made from each other have the same comments: only the nearest one is offered. */
function withoutRepeats(all: readonly CommentChoice[], there: ReadonlySet<string>): CommentChoice[] {
  const seen = new Set(there);
  return all.filter(({ comment, add }) => {
    const key = sameness(comment);
    if (seen.has(key) && !('include' in add)) return false;
    seen.add(key);
    return true;
  });
}

/** What an item requires, then the user's favorites for it, then what the company uses most there; at most `most`. */
export function quickChoices(choices: readonly CommentChoice[], most: number): CommentChoice[] {
  return choices
    .filter(({ isHere, isRequired, isFavorite, uses }) => isHere && (isRequired || isFavorite || uses > 0))
    .toSorted(byUse)
    .slice(0, most);
}

/** Required comments first, then favorites, then by use. */
export const byUse = (a: CommentChoice, b: CommentChoice) =>
  Number(b.isRequired) - Number(a.isRequired) ||
  Number(b.isFavorite) - Number(a.isFavorite) ||
  b.uses - a.uses;
