import { z } from 'zod/mini';
import { companyBranding } from '#features/agreements/contract.ts';
import { richTextTree } from '#wire/comment-fields.ts';
import { asCode, id, instant, publicId, queryBool } from '#wire/fields.ts';
import { action, type RouteOutput, read, write } from '#wire/route.ts';
import { anyReportId, readerParams, reportLink, status, teamTokenParam, versionNumber } from './contract.ts';
import { publicPhoto } from './media-contract.ts';
import { readerLanguage } from './public-report-contract.ts';
import { reviewToken } from './report-pdfs-contract.ts';

export const getMedia = action('GET /v2/reports/{reportId}/media/{mediaId}/{size}', {
  access: 'link',
  link: reportLink,
  summary:
    'The picture of a photo with its marks and crop, by public ids: for the public if the report is open, for the team with its token `t`. `original` is the picture without them, only for the team.',
  input: z.object({
    reportId: publicId,
    mediaId: publicId,
    size: z.enum(['large', 'medium', 'thumb'], 'Unknown size'),
    t: teamTokenParam,
    /** The look it is asked for; decides how long it may be cached, not what is sent. */
    look: z.optional(z.string().check(asCode, z.maxLength(64))),
    original: z.optional(queryBool),
    version: z.optional(versionNumber),
    ...readerParams,
  }),
  download: true,
});

export const getVideo = action('GET /v2/reports/{reportId}/videos/{mediaId}', {
  access: 'link',
  link: reportLink,
  summary:
    'A video or a byte range of it, by public ids: for the public if the report is open, for the team with its token `t`.',
  input: z.object({
    reportId: publicId,
    mediaId: publicId,
    t: teamTokenParam,
    version: z.optional(versionNumber),
    ...readerParams,
  }),
  download: true,
});

export const watchComment = read('GET /v2/public/watch/{commentId}', {
  access: 'link',
  link: { param: 'commentId', kind: 'report-comment' },
  summary:
    'The videos of a comment by its public id, or LOCKED with the steps missing before its report opens.',
  input: z.object({ commentId: publicId, t: teamTokenParam, ...readerParams }),
  output: z.object({
    report: z.object({ public_id: publicId, name: z.string(), is_draft: z.boolean() }),
    company: companyBranding,
    /** Where the comment is: section and item. */
    place: z.string(),
    comment: z.object({ id: z.string(), number: z.string(), name: z.string(), text: richTextTree }),
    videos: z.array(publicPhoto),
    media_path: z.string(),
    video_path: z.string(),
    media_query: z.string(),
  }),
  invalidates: ['reports'],
});

export type WatchedComment = RouteOutput<typeof watchComment>;

export const downloadReport = action('GET /v2/reports/{reportId}/download', {
  access: 'anyone',
  link: reportLink,
  summary:
    'The report as a PDF: full, or its summary alone. By public id through the same gate as the page, or as a draft with a `review` token.',
  input: z.object({
    reportId: anyReportId,
    type: z._default(z.enum(['full', 'summary'], 'Unknown type'), 'full'),
    t: teamTokenParam,
    ...readerParams,
    review: reviewToken,
    version: z.optional(versionNumber),
    /** The language of its headings; the company's own words stay as they are. */
    lang: z._default(z.enum(['en', 'de', 'fr'], 'Unknown language'), 'en'),
    /** What the summary lists, for who may read the whole report; by default what it lists on the page. */
    summary: z.optional(z.enum(['automatic', 'hand_picked'], 'Unknown summary')),
    /** Shown in the browser instead of saved. */
    inline: z.optional(queryBool),
  }),
  download: true,
  limit: { by: 'ip', max: 120, minutes: 10 },
});

/** Where a browser remembers, for its session and by report, how the report was opened. */
export const visitKeys = {
  /** The visit in progress. */
  visit: 'visit:',
  /** Path of the portal page of the person who opened a personal link. */
  portal: 'portal:',
  /** The personal link that was opened and not counted yet. */
  opened: 'opened:',
} as const;

/** What a personal link leads to. */
const viewOutput = {
  report_id: publicId,
  /** Path of this person's portal page for signing and paying. */
  portal: z.nullable(z.string()),
  /** Sent along as `v` if the report is not public. */
  pass: z.nullable(z.string()),
  reader_language: readerLanguage,
};

export const findView = read('GET /v2/report-views/{viewId}', {
  access: 'link',
  link: { param: 'viewId', kind: 'report-view' },
  summary: 'The report that the personal link of a message leads to, without counting a view.',
  input: z.object({ viewId: publicId }),
  output: z.object(viewOutput),
});

export const recordView = write('POST /v2/report-views/{viewId}', {
  access: 'link',
  link: { param: 'viewId', kind: 'report-view' },
  summary:
    'Opens the personal link of a message: records the view for its owner and returns the report it is for.',
  input: z.object({ viewId: publicId }),
  output: z.object({ ...viewOutput, visit: z.nullable(z.string()) }),
});

export const recordVisit = write('POST /v2/reports2/{reportId}/visits', {
  access: 'link',
  link: reportLink,
  summary: 'Records a view of the report by an unidentified reader; with `visit`, its duration so far.',
  input: z.object({
    reportId: publicId,
    visit: z.optional(id),
    seconds: z.optional(z.number().check(z.int(), z.gte(0), z.lte(86_400))),
  }),
  output: z.object({ visit: z.nullable(z.string()) }),
  limit: { by: 'ip', max: 600, minutes: 60 },
});

export const listViews = read('GET /v2/reports/{id}/views', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'The views of the report, newest first, at most 500.',
  input: z.object({ id }),
  output: z.object({
    report: z.object({ id, name: z.string(), public_id: publicId, status }),
    appointment: z.object({ id, order_id: z.string(), address: z.string(), city: z.string() }),
    views: z.array(
      z.object({
        id,
        role: z.string(),
        name: z.nullable(z.string()),
        at: instant,
        seconds: z.number(),
        user_agent: z.string(),
      }),
    ),
  }),
  invalidates: ['reports'],
});
