/** Rules of the comments of a company across its templates. */
import { canonicalJson } from '../base/canonical-json.ts';
import { type Replacement, replaceInRichText, replaceInText } from '../text/replace-words.ts';
import { sanitizeRichText } from '../text/rich-text.ts';
import type { TemplateComment } from './template.ts';
import type { CommentChanges } from './template-ops.ts';

/** Why a replacement cannot be made: the comment would have no name, or one of more than 200 characters. */
export type ReplaceProblem = 'no_name' | 'long_name';

/** What one comment of the library can pass on to others. */
export const sharedFields = ['text', 'recommendation', 'category', 'tags', 'location', 'costs'] as const;
export type SharedField = (typeof sharedFields)[number];

type Wording = Pick<TemplateComment, 'name' | 'default_text'>;

/**
 * Returns what a replacement changes in the name and the text of a comment, null if nothing, or why it cannot be
 * made.
 */
export function replaceInComment(
  comment: Wording,
  wanted: Replacement,
): CommentChanges | ReplaceProblem | null {
  const name = replaceInText(comment.name, wanted).replace(/\s+/g, ' ').trim();
  const text = comment.default_text && sanitizeRichText(replaceInRichText(comment.default_text, wanted));
  const changes: CommentChanges = {};
  if (name !== comment.name) changes.name = name;
  // A word replaced by the same word changes nothing.
  if (canonicalJson(text) !== canonicalJson(comment.default_text)) changes.default_text = text;
  if (Object.keys(changes).length === 0) return null;
  if (name === '') return 'no_name';
  if (name.length > 200) return 'long_name';
  return changes;
}

/** Returns what makes a comment equal to `source` in these fields; its name, place and answer type stay. */
export function sharedChanges(source: TemplateComment, fields: readonly SharedField[]): CommentChanges {
  const values: Record<SharedField, CommentChanges> = {
    text: { default_text: source.default_text },
    recommendation: { recommendation: source.recommendation },
    category: { category: source.category },
    tags: { tags: source.tags },
    location: { default_location: source.default_location },
    costs: { min_cost_cents: source.min_cost_cents, max_cost_cents: source.max_cost_cents },
  };
  return Object.assign({}, ...fields.map((field) => values[field]));
}
