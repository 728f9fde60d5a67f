import { z } from 'zod/mini';
import { sharedFields } from '#domain/templates/comment-library.ts';
import { kind } from '#wire/comment-fields.ts';
import { asText, id, optionalText } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';

/** The most comments that one call changes. */
export const mostChanged = 500;

/** A comment of any template, with its place. */
const libraryComment = z.object({
  id,
  kind: z.number(),
  name: z.string(),
  /** The plain text, cut. */
  text: z.string(),
  category: z.nullable(z.number()),
  recommendation: z.string(),
  tags: z.array(z.string()),
  template: z.object({ id, name: z.string() }),
  section: z.object({ id, name: z.string() }),
  item: z.object({ id, name: z.string() }),
});
export type LibraryComment = z.infer<typeof libraryComment>;

const duplicate = z.object({
  kind: z.number(),
  name: z.string(),
  /** How many comments have this name. */
  places: z.number(),
  /** How many different texts they have. */
  wordings: z.number(),
});

const kindQuery = z.optional(z.pipe(z.coerce.number('Must be 1, 2 or 3'), kind));

export const listLibraryComments = read('GET /v2/template-comments', {
  access: 'member',
  capability: 'can_edit_template',
  summary:
    'The comments of all templates by name: those with every word of `text` in their name, text or tags, of one kind, of one template, or with exactly this `name`.',
  input: z.object({
    ...pageQuery,
    text: optionalText(200),
    name: optionalText(200),
    kind: kindQuery,
    template_id: z.optional(id),
  }),
  output: pageSchema(libraryComment),
  invalidates: ['templates'],
});

export const listDuplicateComments = read('GET /v2/template-comments/duplicates', {
  access: 'member',
  capability: 'can_edit_template',
  summary:
    'Names that several comments of one kind have, at least one of them with a text, with the number of their places and of their different texts.',
  input: z.object({ ...pageQuery, text: optionalText(200) }),
  output: pageSchema(duplicate),
  invalidates: ['templates'],
});

/** What was or would be changed, with the ids that undo it. */
const changed = z.object({
  comments: z.array(
    z.object({
      ...libraryComment.shape,
      after: z.object({ name: z.string(), text: z.string() }),
      /** Why it cannot be changed, or null. */
      problem: z.nullable(z.enum(['no_name', 'long_name'])),
    }),
  ),
  /** There are more than one call changes. */
  more: z.boolean(),
  op_ids: z.array(id),
});
export type ReplacedComments = z.infer<typeof changed>;

export const replaceInComments = write('POST /v2/template-comments/replace', {
  access: 'member',
  capability: 'can_edit_template',
  summary:
    'Replaces words in the names and texts of comments across templates: of all, of one template, or of `comments` only; up to 500 at a time. With `dry_run` nothing is changed.',
  input: z.object({
    find: z.string().check(asText, z.minLength(1, 'Enter what to find'), z.maxLength(200)),
    replace_with: z.string().check(asText, z.maxLength(1000)),
    match_case: z._default(z.boolean(), false),
    whole_words: z._default(z.boolean(), false),
    template_id: z.optional(id),
    comments: z.optional(z.array(id).check(z.maxLength(mostChanged))),
    dry_run: z._default(z.boolean(), false),
  }),
  output: changed,
  invalidates: ['templates'],
});

export const shareWording = write('POST /v2/template-comments/{id}/share', {
  access: 'member',
  capability: 'can_edit_template',
  summary: 'Gives other comments the text, costs or other fields of this one; their names and places stay.',
  input: z.object({
    id,
    to: z.array(id).check(z.minLength(1, 'Choose at least one comment'), z.maxLength(mostChanged)),
    fields: z
      .array(z.enum(sharedFields, 'Unknown field'))
      .check(z.minLength(1, 'Choose at least one field'), z.maxLength(sharedFields.length)),
  }),
  output: z.object({ changed: z.number(), op_ids: z.array(id) }),
  invalidates: ['templates'],
});

export const revertCommentChanges = write('POST /v2/template-comments/revert', {
  access: 'member',
  capability: 'can_edit_template',
  summary:
    'Reverts changes of comments by the ids that made them. What someone has changed since stays as it is, and is counted in `left`.',
  input: z.object({
    op_ids: z.array(id).check(z.minLength(1), z.maxLength(mostChanged)),
  }),
  output: z.object({ reverted: z.number(), left: z.number() }),
  invalidates: ['templates'],
});
