import { z } from 'zod/mini';
import { amount, id, optionalText, revNumber, text } from '#wire/fields.ts';
import { action, write } from '#wire/route.ts';
import { answer, answerType, commentOnWire, kind, mediaOnWire, richTextTree, status } from './contract.ts';

/** A mark on a photo; coordinates are fractions 0..1 of the picture. */
const annotation = z.object({
  kind: z.enum(['arrow', 'line', 'ellipse', 'rect', 'text', 'path']),
  points: z
    .array(z.tuple([z.number().check(z.gte(0), z.lte(1)), z.number().check(z.gte(0), z.lte(1))]))
    .check(z.maxLength(500)),
  color: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Enter a valid color'))),
  width: z.optional(z.number().check(z.gte(0), z.lte(0.1))),
  text: z.optional(z.string().check(z.maxLength(80))),
});

const annotations = z.array(annotation).check(z.maxLength(60));

const name = text('Name is required', 200);

const strings = (most: number) =>
  z.array(z.string().check(z.trim(), z.maxLength(80, 'At most 80 characters'))).check(z.maxLength(most));

const cost = z.nullable(amount.check(z.gte(0, 'Cost can’t be negative')));

/** What may be changed in a comment. */
const commentFields = {
  kind: z.optional(kind),
  name: z.optional(name),
  included: z.optional(z.boolean()),
  answer_type: z.optional(answerType),
  options: z.optional(strings(60)),
  answer: z.optional(answer),
  text: z.optional(richTextTree),
  locations: z.optional(strings(40)),
  category: z.optional(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(99)))),
  recommendation: z.optional(z.string().check(z.maxLength(120))),
  tags: z.optional(strings(40)),
  min_cost: z.optional(cost),
  max_cost: z.optional(cost),
  is_required: z.optional(z.boolean()),
};

const caption = z.string().check(z.maxLength(500, 'At most 500 characters'));

const mediaFields = {
  caption: z.optional(caption),
  comment_id: z.optional(z.nullable(id)),
  annotations: z.optional(annotations),
};

const op_id = id;

const after_id = z.nullable(id);

export const one = <const T extends string, S extends Record<string, z.ZodMiniType>>(type: T, fields: S) =>
  z.object({ op_id, type: z.literal(type), ...fields });

/** One change by the editor; `op_id` is made by the browser. */
export const op = z.discriminatedUnion('type', [
  one('set_rating', { item_id: id, rating: z.nullable(z.string().check(z.maxLength(40))) }),
  one('add_comment', {
    comment: z.object({
      ...commentFields,
      id,
      item_id: id,
      kind,
      name,
      template_comment_id: z.optional(z.nullable(id)),
    }),
  }),
  one('update_comment', { comment_id: id, changes: z.object(commentFields) }),
  one('remove_comment', { comment_id: id }),
  one('move_comment', { comment_id: id, item_id: id, after_id }),
  one('add_section', { section: z.object({ id, name }), after_id }),
  one('update_section', {
    section_id: id,
    changes: z.object({ name: z.optional(name), hidden: z.optional(z.boolean()) }),
  }),
  one('remove_section', { section_id: id }),
  one('move_section', { section_id: id, after_id }),
  one('add_item', {
    item: z.object({ id, section_id: id, name, show_ratings: z.optional(z.boolean()) }),
    after_id,
  }),
  one('update_item', {
    item_id: id,
    changes: z.object({ name: z.optional(name), show_ratings: z.optional(z.boolean()) }),
  }),
  one('remove_item', { item_id: id }),
  one('move_item', { item_id: id, section_id: id, after_id }),
  one('update_media', { media_id: id, changes: z.object(mediaFields) }),
  one('remove_media', { media_id: id }),
  one('move_media', { media_id: id, after_id }),
]);

export type OpOnWire = z.infer<typeof op>;

export const patchReport = write('PATCH /v2/reports/{id}/ops', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'Autosave: applies changes in order. A repeated op_id changes nothing; a refused one says why and the rest goes on. CONFLICT only where somebody changed the same field since `rev`: then nothing is applied and details.current holds the newer rows.',
  input: z.object({
    id,
    rev: revNumber,
    ops: z.array(op).check(z.maxLength(500, 'Send up to 500 changes at a time')),
  }),
  output: z.object({
    rev: z.number(),
    status,
    /** Somebody else changed the report since `rev`: read it anew. */
    behind: z.boolean(),
    results: z.array(z.object({ op_id: z.string(), refused: z.nullable(z.string()) })),
  }),
});

const afterMedia = z.object({ media: mediaOnWire, rev: z.number() });

export const addMedia = action('POST /v2/reports/{id}/media', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'Adds a photo (at most 25 MB and 60 megapixels). `media_id` is made by the browser: sending it again changes nothing.',
  form: { maxBytes: 25 * 1024 * 1024 },
  input: z.object({
    id,
    media_id: id,
    item_id: id,
    comment_id: z.optional(z.union([z.literal(''), id])),
    caption: z.optional(caption),
    file: z.instanceof(File, { error: 'Choose a photo' }),
  }),
  output: afterMedia,
});

export const addVideo = action('POST /v2/reports/{id}/videos', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'Makes a video part of the report, after its bytes were uploaded in resumable parts (tus, POST /v2/reports/{id}/video-uploads with `media_id` in the metadata): MP4, MOV or WebM, at most 200 MB and 3 minutes. `poster` is its picture. Sending it again changes nothing.',
  form: { maxBytes: 5 * 1024 * 1024 },
  input: z.object({
    id,
    media_id: id,
    item_id: id,
    comment_id: z.optional(z.union([z.literal(''), id])),
    caption: z.optional(caption),
    name: optionalText(200),
    poster: z.optional(z.instanceof(File, { error: 'Choose a photo' })),
  }),
  output: afterMedia,
});

export const changeMedia = write('PUT /v2/reports/{id}/media/{mediaId}', {
  access: 'member',
  capability: 'edit_report',
  summary: 'Changes the caption, the marks or the comment of a photo or video.',
  input: z.object({ id, mediaId: id, ...mediaFields }),
  output: afterMedia,
});

export const removeMedia = write('DELETE /v2/reports/{id}/media/{mediaId}', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'Takes a photo or video out of the report; a published state keeps showing it until the next publication.',
  input: z.object({ id, mediaId: id }),
  output: z.object({ rev: z.number() }),
});

export const updateCommentDefinition = write('PUT /v2/reports/{reportId}/comment/{commentId}/update', {
  access: 'member',
  capability: 'can_add_new_comment',
  summary: 'Changes a comment and the library comment it came from; what is left out stays as it is.',
  input: z.object({
    reportId: id,
    commentId: id,
    subscriberId: optionalText(60),
    name,
    tags: z.optional(strings(40)),
    category: z.optional(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(99)))),
    recommendation: z.optional(z.string().check(z.maxLength(120))),
    min_cost: z.optional(cost),
    max_cost: z.optional(cost),
    default_location: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    /** HTML or plain text; a tree is taken as well. */
    default_text: z.optional(
      z.union([z.string().check(z.maxLength(50_000)), z.nullable(z.record(z.string(), z.unknown()))]),
    ),
  }),
  output: z.object({ comment: commentOnWire, rev: z.number() }),
  invalidates: ['reports', 'templates'],
});
