import { z } from 'zod/mini';
import { brand } from '#features/agreements/contract.ts';
import { amount, id, instant, optionalText, publicId, text } from '#wire/fields.ts';
import { errand, read, write } from '#wire/route.ts';

const refreshes = ['reports', 'appointments', 'portal'];
/** A text as the editor's tree (domain/rich-text.ts); what arrives is cleaned before it is kept. */
const tree = z.nullable(z.unknown());
const money = z.nullable(z.number());

/** One text (choice, date), several (multi), a number, a range, a yes or no. */
const answer = z.nullable(
  z.union([
    z.string().check(z.maxLength(2000, 'At most 2000 characters')),
    z.number(),
    z.boolean(),
    z.array(z.string().check(z.maxLength(200))).check(z.maxLength(60)),
    z.object({ from: z.number(), to: z.number() }),
  ]),
);
const answerType = z.enum(['text', 'choice', 'multi', 'number', 'range', 'date', 'temperature', 'yes_no']);
const kind = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const rating = z.object({ key: z.string(), label: z.string() });
export const status = z.enum(['not_started', 'in_progress', 'pending_approval', 'published']);

/** A mark on a photo; coordinates are fractions 0..1 of the picture. */
const annotation = z.object({
  kind: z.enum(['arrow', 'line', 'ellipse', 'rect', 'text', 'path']),
  points: z
    .array(z.tuple([z.number().check(z.gte(0), z.lte(1)), z.number().check(z.gte(0), z.lte(1))]))
    .check(z.maxLength(500)),
  color: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Not a colour'))),
  width: z.optional(z.number().check(z.gte(0), z.lte(0.1))),
  text: z.optional(z.string().check(z.maxLength(80))),
});
const annotations = z.array(annotation).check(z.maxLength(60));

export const commentOnWire = z.object({
  id,
  item_id: id,
  public_id: z.string(),
  template_comment_id: z.nullable(id),
  kind,
  name: z.string(),
  included: z.boolean(),
  answer_type: answerType,
  options: z.array(z.string()),
  answer: z.nullable(z.unknown()),
  text: tree,
  locations: z.array(z.string()),
  category: z.nullable(z.number()),
  recommendation: z.string(),
  tags: z.array(z.string()),
  min_cost: money,
  max_cost: money,
  is_required: z.boolean(),
  position: z.number(),
});
export type CommentOnWire = z.infer<typeof commentOnWire>;

export const mediaOnWire = z.object({
  id,
  item_id: id,
  comment_id: z.nullable(id),
  public_id: z.string(),
  kind: z.enum(['photo', 'video']),
  caption: z.string(),
  annotations: z.array(z.unknown()),
  width: z.number(),
  height: z.number(),
  position: z.number(),
});
export type MediaOnWire = z.infer<typeof mediaOnWire>;

export const itemOnWire = z.object({
  id,
  section_id: id,
  name: z.string(),
  show_ratings: z.boolean(),
  rating: z.nullable(z.string()),
  position: z.number(),
  comments: z.array(commentOnWire),
  media: z.array(mediaOnWire),
});
export const sectionOnWire = z.object({
  id,
  name: z.string(),
  hidden: z.boolean(),
  is_repeatable: z.boolean(),
  standards_text: tree,
  position: z.number(),
  items: z.array(itemOnWire),
});
export type SectionOnWire = z.infer<typeof sectionOnWire>;

const category = z.object({
  category: z.number(),
  name: z.string(),
  color: z.string(),
  in_summary: z.boolean(),
});
export const gateReason = z.enum(['payment', 'agreement', 'unpublished']);

/** A report as those who write it see it: everything, also what is not included. */
export const fullReport = z.object({
  projection: z.literal('full'),
  _id: id,
  id,
  public_id: publicId,
  name: z.string(),
  status,
  /** Rises with every change; sent back with each batch of changes. */
  rev: z.number(),
  published_rev: z.nullable(z.number()),
  published_at: z.nullable(instant),
  submitted_at: z.nullable(instant),
  pdf_status: z.enum(['none', 'queued', 'ready', 'failed']),
  ratings: z.array(rating),
  header_text: tree,
  disclaimer: tree,
  sections: z.array(sectionOnWire),
  appointment: z.object({
    id,
    public_id: publicId,
    order_id: z.string(),
    status: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    date_time: instant,
    timezone: z.string(),
    square_feet: z.nullable(z.number()),
    year_built: z.nullable(z.number()),
    technicians: z.array(z.string()),
    clients: z.array(z.string()),
    require_payment: z.boolean(),
    paid: z.boolean(),
    agreement_signed: z.boolean(),
  }),
  /** Whom the publish dialog can write to; `id` is the row of the person on the appointment. */
  people: z.array(
    z.object({ id, role: z.string(), name: z.string(), email: z.string(), by_default: z.boolean() }),
  ),
  settings: z.object({
    location_tags: z.array(z.string()),
    recommendations: z.array(z.string()),
    categories: z.array(category),
    cost_estimator: z.boolean(),
    photo_quality: z.number(),
    require_completion_to_publish: z.boolean(),
    currency: z.number(),
  }),
  permissions: z.object({
    can_edit: z.boolean(),
    can_publish: z.boolean(),
    can_unpublish: z.boolean(),
    can_submit: z.boolean(),
    can_edit_definitions: z.boolean(),
  }),
  /** Pass of the team for photos and preview (`?t=`), good for 12 to 24 hours. */
  team_pass: z.string(),
});
export type FullReport = z.infer<typeof fullReport>;

const publicPhoto = z.object({
  id: z.string(),
  caption: z.string(),
  annotations: z.array(z.unknown()),
  width: z.number(),
  height: z.number(),
});
export const publicComment = z.object({
  id: z.string(),
  number: z.string(),
  kind,
  name: z.string(),
  answer_type: answerType,
  answer: z.nullable(z.unknown()),
  text: tree,
  locations: z.array(z.string()),
  category: z.nullable(z.number()),
  recommendation: z.string(),
  min_cost: money,
  max_cost: money,
  photos: z.array(publicPhoto),
});
export type PublicComment = z.infer<typeof publicComment>;

/** A report as the public sees it: the last published state, without anything left out and without internal ids. */
export const publicReport = z.object({
  projection: z.literal('public'),
  public_id: publicId,
  name: z.string(),
  /** The team's preview of what is not published yet. */
  is_draft: z.boolean(),
  published_at: z.nullable(instant),
  company: brand,
  appointment: z.object({
    public_id: publicId,
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    date_time: instant,
    timezone: z.string(),
    square_feet: z.nullable(z.number()),
    year_built: z.nullable(z.number()),
    technicians: z.array(z.string()),
    clients: z.array(z.string()),
  }),
  /** Path of the house's picture, or null. */
  cover: z.nullable(z.string()),
  ratings: z.array(rating),
  categories: z.array(category),
  header_text: tree,
  disclaimer: tree,
  sections: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      standards_text: tree,
      items: z.array(
        z.object({
          number: z.string(),
          name: z.string(),
          rating: z.nullable(z.string()),
          comments: z.array(publicComment),
          photos: z.array(publicPhoto),
        }),
      ),
    }),
  ),
  /** Photos stand below this path: `{media_path}/{id}/{large|medium|thumb}{media_query}`. */
  media_path: z.string(),
  media_query: z.string(),
});
export type PublicReport = z.infer<typeof publicReport>;

const reportLink = { param: 'reportId', kind: 'report' } as const;
/** The id of the record for members, its public id for everybody else. */
const anyReportId = z.string('Not a valid id').check(z.regex(/^[\w-]{21,64}$/, 'Not a valid id'));
const teamPass = z.optional(z.string().check(z.maxLength(100)));

export const getReport = errand('GET /v2/reports2/{reportId}', {
  who: 'anyone',
  link: reportLink,
  about:
    'A report. By id, for members: all of it as it is being written (stamped from its template at the first opening). By public id: the published one, or LOCKED with what is still to be done.',
  takes: z.object({ reportId: anyReportId, userId: optionalText(64), t: teamPass }),
  gives: z.discriminatedUnion('projection', [fullReport, publicReport]),
  refreshes: ['reports'],
});

/** A report as lists show it. */
export const reportRow = z.object({
  id,
  public_id: publicId,
  name: z.string(),
  status,
  rev: z.number(),
  published_rev: z.nullable(z.number()),
  published_at: z.nullable(instant),
  pdf_status: z.string(),
  rated: z.number(),
  rateable: z.number(),
  deficiencies: z.number(),
  photos: z.number(),
});
export type ReportRow = z.infer<typeof reportRow>;

export const listReports = read('GET /v2/appointments/{id}/reports', {
  who: 'member',
  needs: 'view_appointments',
  about: 'The reports of an appointment and how far each is.',
  takes: z.object({ id }),
  gives: z.object({ reports: z.array(reportRow), can_edit: z.boolean() }),
  refreshes: ['reports'],
});

const name = text('Name is required', 200);
const strings = (most: number) =>
  z.array(z.string().check(z.trim(), z.maxLength(80, 'At most 80 characters'))).check(z.maxLength(most));
const cost = z.nullable(amount.check(z.gte(0, 'Cost cannot be negative')));

/** What may be changed in a comment. */
const commentFields = {
  kind: z.optional(kind),
  name: z.optional(name),
  included: z.optional(z.boolean()),
  answer_type: z.optional(answerType),
  options: z.optional(strings(60)),
  answer: z.optional(answer),
  text: z.optional(tree),
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
const one = <const T extends string, S extends Record<string, z.ZodMiniType>>(type: T, fields: S) =>
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
  who: 'member',
  needs: 'edit_report',
  about:
    'Autosave: applies changes in order. A repeated op_id changes nothing; a refused one says why and the rest goes on. CONFLICT only where somebody changed the same field since `rev`: then nothing is applied and details.current holds the newer rows.',
  takes: z.object({
    id,
    rev: z.number('rev must be a number').check(z.int()),
    ops: z.array(op).check(z.maxLength(500, 'At most 500 changes at once')),
  }),
  gives: z.object({
    rev: z.number(),
    status,
    /** Somebody else changed the report since `rev`: read it anew. */
    behind: z.boolean(),
    results: z.array(z.object({ op_id: z.string(), refused: z.nullable(z.string()) })),
  }),
});

const afterMedia = z.object({ media: mediaOnWire, rev: z.number() });

export const addMedia = errand('POST /v2/reports/{id}/media', {
  who: 'member',
  needs: 'edit_report',
  about:
    'Adds a photo (at most 25 MB and 60 megapixels). `media_id` is made by the browser: sending it again changes nothing.',
  form: { maxBytes: 25 * 1024 * 1024 },
  takes: z.object({
    id,
    media_id: id,
    item_id: id,
    comment_id: z.optional(z.union([z.literal(''), id])),
    caption: z.optional(caption),
    file: z.instanceof(File, { error: 'Please choose a photo' }),
  }),
  gives: afterMedia,
});

export const changeMedia = write('PUT /v2/reports/{id}/media/{mediaId}', {
  who: 'member',
  needs: 'edit_report',
  about: 'Changes the caption, the marks or the comment of a photo.',
  takes: z.object({ id, mediaId: id, ...mediaFields }),
  gives: afterMedia,
});

export const removeMedia = write('DELETE /v2/reports/{id}/media/{mediaId}', {
  who: 'member',
  needs: 'edit_report',
  about: 'Takes a photo out of the report; a published state keeps showing it until the next publication.',
  takes: z.object({ id, mediaId: id }),
  gives: z.object({ rev: z.number() }),
});

export const getMedia = errand('GET /v2/reports/{reportId}/media/{mediaId}/{size}', {
  who: 'link',
  link: reportLink,
  about:
    'The picture of a photo, by public ids: for the public where the report is open, for the team with its pass `t`.',
  takes: z.object({
    reportId: publicId,
    mediaId: publicId,
    size: z.enum(['large', 'medium', 'thumb'], 'Unknown size'),
    t: teamPass,
  }),
  download: true,
});

const message = z.optional(z.string().check(z.trim(), z.maxLength(2000, 'At most 2000 characters')));

export const publishReport = write('POST /v2/reports/{id}/publish', {
  who: 'member',
  needs: 'can_publish_report',
  about:
    'Makes what is written the published state. Refuses with the missing parts in details.missing. `send_to` names people of the appointment (default: clients and agents); `without_sending` publishes in silence.',
  takes: z.object({
    id,
    /** The state that was looked at; another one by now is CONFLICT. */
    rev: z.optional(z.number().check(z.int())),
    send_to: z.optional(z.array(id).check(z.maxLength(50))),
    message,
    without_sending: z.optional(z.boolean()),
  }),
  gives: z.object({ status, published_at: instant, published_rev: z.number(), sent: z.number() }),
  refreshes,
});

export const unpublishReport = write('POST /v2/reports/{id}/unpublish', {
  who: 'member',
  needs: 'unpublish_report',
  about: 'Takes a published report back into work; its public page is closed.',
  takes: z.object({ id }),
  gives: z.object({ status }),
  refreshes,
});

export const submitReport = write('POST /v2/reports/{id}/submit', {
  who: 'member',
  needs: 'edit_report',
  about: 'Asks for approval: for those who may not publish.',
  takes: z.object({ id }),
  gives: z.object({ status }),
  refreshes,
});

export const returnReport = write('POST /v2/reports/{id}/return', {
  who: 'member',
  needs: 'can_publish_report',
  about: 'Gives a submitted report back to its author with a note.',
  takes: z.object({ id, note: text('Please say what is missing', 2000) }),
  gives: z.object({ status }),
  refreshes,
});

export const shareReport = write('POST /v2/reports/{reportId}/share', {
  who: 'member',
  needs: 'view_appointments',
  about: 'Mails a published report to addresses, each with a link of its own.',
  takes: z.object({
    reportId: id,
    recipients: z
      .array(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), 'Please enter at least one email')
      .check(z.minLength(1, 'Please enter at least one email'), z.maxLength(20, 'At most 20 recipients')),
    extraMessage: message,
    sendFullReport: z._default(z.boolean(), false),
    sendSummaryReport: z._default(z.boolean(), false),
  }),
  gives: z.object({ sent: z.number() }),
  refreshes: ['reports', 'messages'],
});

export const rebuildPdfs = write('POST /v2/reports2/{reportId}/rebuild-pdfs', {
  who: 'member',
  needs: 'edit_report',
  about: 'Has the PDFs made anew from the published state (or the draft, where nothing is published yet).',
  takes: z.object({ reportId: id }),
  gives: z.object({ pdf_status: z.string() }),
  refreshes: ['reports'],
});

export const downloadReport = errand('GET /v2/reports/{reportId}/download', {
  who: 'anyone',
  link: reportLink,
  about:
    'The report as PDF: full, or summary with its deficiencies only. By public id through the same gate as the page.',
  takes: z.object({
    reportId: anyReportId,
    type: z._default(z.enum(['full', 'summary'], 'Unknown type'), 'full'),
    t: teamPass,
  }),
  download: true,
  limit: { by: 'ip', max: 120, minutes: 10 },
});

export const updateCommentDefinition = write('PUT /v2/reports/{reportId}/comment/{commentId}/update', {
  who: 'member',
  needs: 'can_add_new_comment',
  about: 'Changes a comment and the library comment it came from; what is left out stays as it is.',
  takes: z.object({
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
  gives: z.object({ comment: commentOnWire, rev: z.number() }),
  refreshes: ['reports', 'templates'],
});

export const recordView = write('POST /v2/report-views/{viewId}', {
  who: 'link',
  link: { param: 'viewId', kind: 'report-view' },
  about:
    'Opens the personal link of a message: records the view for its person and says which report it is of.',
  takes: z.object({ viewId: publicId }),
  gives: z.object({
    report_id: publicId,
    visit: z.nullable(z.string()),
    /** Path of this person's own page, where signing and paying is done. */
    portal: z.nullable(z.string()),
  }),
});

export const recordVisit = write('POST /v2/reports2/{reportId}/visits', {
  who: 'link',
  link: reportLink,
  about: 'Records that somebody unnamed looks at the report; with `visit` how long it has been so far.',
  takes: z.object({
    reportId: publicId,
    visit: z.optional(id),
    seconds: z.optional(z.number().check(z.int(), z.gte(0), z.lte(86_400))),
  }),
  gives: z.object({ visit: z.nullable(z.string()) }),
  limit: { by: 'ip', max: 600, minutes: 60 },
});

export const listViews = read('GET /v2/reports/{id}/views', {
  who: 'member',
  needs: 'view_appointments',
  about: 'Who looked at the report, newest first, at most 500.',
  takes: z.object({ id }),
  gives: z.array(
    z.object({
      id,
      role: z.string(),
      name: z.nullable(z.string()),
      at: instant,
      seconds: z.number(),
      user_agent: z.string(),
    }),
  ),
  refreshes: ['reports'],
});
