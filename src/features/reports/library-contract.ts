import { z } from 'zod/mini';
import { answerType, kind, richTextTree } from '#wire/comment-fields.ts';
import { id, text } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';
import { commentOnWire } from './contract.ts';

/** A comment of the company's templates, and where it is. */
const libraryComment = z.object({
  id,
  kind,
  name: z.string(),
  answer_type: answerType,
  options: z.array(z.string()),
  text: richTextTree,
  locations: z.array(z.string()),
  category: z.nullable(z.number()),
  recommendation: z.string(),
  tags: z.array(z.string()),
  min_cost: z.nullable(z.number()),
  max_cost: z.nullable(z.number()),
  item: z.string(),
  section: z.string(),
  template: z.string(),
});

export type LibraryComment = z.infer<typeof libraryComment>;

export const getCommentLibrary = read('GET /v2/reports/{id}/comment-library', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'What the editor offers besides the comments of the report: the user’s favorites, how many of the company’s newest 300 reports use each comment of the library, and the favorites and most used comments of other templates (at most 200). Ids are those of the templates’ comments.',
  input: z.object({ id }),
  output: z.object({
    favorites: z.array(id),
    uses: z.array(z.object({ id, count: z.number() })),
    comments: z.array(libraryComment),
  }),
  invalidates: ['reports'],
});

export const searchLibrary = read('GET /v2/reports/{id}/comment-library/search', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'The comments of the company’s templates with every word of `search` in their name, text or tags: those of the item named first, then those found by name (at most 30).',
  input: z.object({
    id,
    search: text('Search is required', 100),
    item: z.optional(text('Name is required', 200)),
  }),
  output: z.object({ comments: z.array(libraryComment) }),
});

export const favorComment = write('PUT /v2/favorite-comments/{commentId}', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'Stars a comment of the library for the user, or takes the star away. Doing so twice changes nothing.',
  input: z.object({ commentId: id, is_favorite: z.boolean() }),
  output: z.object({ is_favorite: z.boolean() }),
  invalidates: ['reports'],
});

export const saveToTemplate = write('POST /v2/reports/{reportId}/comment/{commentId}/save-to-template', {
  access: 'member',
  capability: 'can_add_new_comment',
  summary:
    'Adds a comment written in the report to its template, in the item it was made from, and changes nothing else there. One that is in a template already stays as it is.',
  input: z.object({ reportId: id, commentId: id }),
  output: z.object({ comment: commentOnWire, rev: z.number() }),
  invalidates: ['reports', 'templates'],
});
