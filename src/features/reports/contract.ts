import { z } from 'zod/mini';
import { personalLinkParam } from '#features/agreements/contract.ts';
import { answerType, kind, richTextTree } from '#wire/comment-fields.ts';
import { asCode, asLine, asText, id, instant, optionalText, publicId } from '#wire/fields.ts';
import { action, read } from '#wire/route.ts';
import { mediaOnWire, pdfState } from './media-contract.ts';
import { category, money, publicReport, rating, summaryMode } from './public-report-contract.ts';

export const refreshes = ['reports', 'appointments', 'portal'];

/** One text (choice, date), several (multi), a number, a range, or a boolean. */
export const answer = z.nullable(
  z.union([
    z.string().check(asText, z.maxLength(2000, 'At most 2000 characters')),
    z.number(),
    z.boolean(),
    z.array(z.string().check(asLine, z.maxLength(200))).check(z.maxLength(60)),
    z.object({ from: z.number(), to: z.number() }),
  ]),
);

export const status = z.enum(['not_started', 'in_progress', 'pending_approval', 'published']);

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
  text: richTextTree,
  locations: z.array(z.string()),
  category: z.nullable(z.number()),
  recommendation: z.string(),
  tags: z.array(z.string()),
  min_cost: money,
  max_cost: money,
  is_required: z.boolean(),
  /** The inspector's choice for a hand-picked summary; null if there was none. */
  in_summary: z.nullable(z.boolean()),
  position: z.number(),
});

export type CommentOnWire = z.infer<typeof commentOnWire>;

const itemOnWire = z.object({
  id,
  section_id: id,
  name: z.string(),
  show_ratings: z.boolean(),
  rating: z.nullable(z.string()),
  position: z.number(),
  comments: z.array(commentOnWire),
  media: z.array(mediaOnWire),
});

const sectionOnWire = z.object({
  id,
  name: z.string(),
  hidden: z.boolean(),
  is_repeatable: z.boolean(),
  standards_text: richTextTree,
  position: z.number(),
  items: z.array(itemOnWire),
});

export type SectionOnWire = z.infer<typeof sectionOnWire>;

/** A report as its editors see it, including what is not included in the published report. */
const fullReport = z.object({
  projection: z.literal('full'),
  _id: id,
  id,
  public_id: publicId,
  name: z.string(),
  status,
  /** Incremented by every change; sent back with each batch of changes. */
  rev: z.number(),
  published_rev: z.nullable(z.number()),
  published_at: z.nullable(instant),
  /** Set even if the report is not published any more. */
  first_published_at: z.nullable(instant),
  submitted_at: z.nullable(instant),
  /** Who published it last, who submitted it, and who returned it with which note. */
  approval: z.object({
    published_by: z.nullable(z.string()),
    submitted_by: z.nullable(z.string()),
    returned: z.nullable(z.object({ by: z.nullable(z.string()), at: instant, note: z.string() })),
  }),
  /** Its template left the appointment: it can be written, but not published. */
  detached_at: z.nullable(instant),
  ...pdfState,
  ratings: z.array(rating),
  header_text: richTextTree,
  disclaimer: richTextTree,
  sections: z.array(sectionOnWire),
  /** Photos that are not in an item yet. */
  unsorted: z.array(mediaOnWire),
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
  /** Possible recipients in the publish dialog; `id` is the row of the person on the appointment. */
  people: z.array(
    z.object({ id, role: z.string(), name: z.string(), email: z.string(), by_default: z.boolean() }),
  ),
  settings: z.object({
    location_tags: z.array(z.string()),
    recommendations: z.array(z.string()),
    categories: z.array(category),
    cost_estimator: z.boolean(),
    summary: summaryMode,
    photo_quality: z.number(),
    require_completion_to_publish: z.boolean(),
    currency: z.number(),
  }),
  permissions: z.object({
    can_edit: z.boolean(),
    can_publish: z.boolean(),
    can_unpublish: z.boolean(),
    can_submit: z.boolean(),
    can_make_sample: z.boolean(),
    can_edit_definitions: z.boolean(),
  }),
  /** Team token for photos and preview (`?t=`), valid for 12 to 24 hours. */
  team_pass: z.string(),
});

export type FullReport = z.infer<typeof fullReport>;

export const reportLink = { param: 'reportId', kind: 'report' } as const;

/** The record id for members, the public id for everyone else. */
export const anyReportId = z.string('Not a valid ID').check(z.regex(/^[\w-]{21,64}$/, 'Not a valid ID'));

export const teamTokenParam = z.optional(z.string().check(asCode, z.maxLength(100)));

/**
 * Identifies the reader of a report that is not public: the personal part of a client's link (`p`) or a sent link
 * (`v`).
 */
export const readerParams = {
  p: personalLinkParam,
  v: z.optional(z.string().check(asCode, z.maxLength(64))),
};

/** The number of a published version, counted from 1. */
export const versionNumber = z.coerce
  .number()
  .check(z.int('Must be a whole number'), z.gte(1), z.lte(1_000_000));

export const getReport = action('GET /v2/reports2/{reportId}', {
  access: 'anyone',
  link: reportLink,
  summary:
    'A report. By id, for members: its complete current state (stamped from its template when first opened). By public id: the published one or a former `version` of it, or LOCKED with the missing steps.',
  input: z.object({
    reportId: anyReportId,
    userId: optionalText(64),
    t: teamTokenParam,
    version: z.optional(versionNumber),
    ...readerParams,
  }),
  output: z.discriminatedUnion('projection', [fullReport, publicReport]),
  invalidates: ['reports'],
});

/** A report in a list. */
const reportRow = z.object({
  id,
  public_id: publicId,
  name: z.string(),
  status,
  rev: z.number(),
  published_rev: z.nullable(z.number()),
  published_at: z.nullable(instant),
  ...pdfState,
  rated: z.number(),
  rateable: z.number(),
  deficiencies: z.number(),
  photos: z.number(),
  /** Who submitted it for approval; null in any other state. */
  submitted_by: z.nullable(z.string()),
  submitted_at: z.nullable(instant),
  template_id: z.nullable(id),
  /** What happens to it if its template is taken off the appointment. */
  without_template: z.enum(['stays', 'is_detached', 'is_deleted']),
});

export type ReportRow = z.infer<typeof reportRow>;

export const listReports = read('GET /v2/appointments/{id}/reports', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'The reports of an appointment with their progress.',
  input: z.object({ id }),
  output: z.object({ reports: z.array(reportRow), can_edit: z.boolean() }),
  invalidates: ['reports'],
});
