import { z } from 'zod/mini';
import { brand } from '#features/agreements/contract.ts';
import { id, instant, publicId, queryBool } from '#wire/fields.ts';
import { errand, type Gets, read, write } from '#wire/route.ts';
import { anyReportId, readerPass, reportLink, status, teamPass, tree } from './contract.ts';
import { publicPhoto } from './media-contract.ts';
import { reviewPass } from './papers-contract.ts';

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
    ...readerPass,
  }),
  download: true,
});

export const getVideo = errand('GET /v2/reports/{reportId}/videos/{mediaId}', {
  who: 'link',
  link: reportLink,
  about:
    'A video by public ids, any range of its bytes: for the public where the report is open, for the team with its pass `t`.',
  takes: z.object({ reportId: publicId, mediaId: publicId, t: teamPass, ...readerPass }),
  download: true,
});

export const watchComment = read('GET /v2/public/watch/{commentId}', {
  who: 'link',
  link: { param: 'commentId', kind: 'report-comment' },
  about:
    'The videos of a comment by its public id, or LOCKED with what is still to be done before its report opens.',
  takes: z.object({ commentId: publicId, t: teamPass, ...readerPass }),
  gives: z.object({
    report: z.object({ public_id: publicId, name: z.string(), is_draft: z.boolean() }),
    company: brand,
    /** Where the comment stands: section and item. */
    place: z.string(),
    comment: z.object({ id: z.string(), number: z.string(), name: z.string(), text: tree }),
    videos: z.array(publicPhoto),
    media_path: z.string(),
    video_path: z.string(),
    media_query: z.string(),
  }),
  refreshes: ['reports'],
});

export type WatchedComment = Gets<typeof watchComment>;

export const downloadReport = errand('GET /v2/reports/{reportId}/download', {
  who: 'anyone',
  link: reportLink,
  about:
    'The report as PDF: full, or summary with its deficiencies only. By public id through the same gate as the page, or with a `review` pass as draft.',
  takes: z.object({
    reportId: anyReportId,
    type: z._default(z.enum(['full', 'summary'], 'Unknown type'), 'full'),
    t: teamPass,
    ...readerPass,
    review: reviewPass,
    /** Shown in the browser instead of saved. */
    inline: z.optional(queryBool),
  }),
  download: true,
  limit: { by: 'ip', max: 120, minutes: 10 },
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
    /** Goes along as `v` where the report does not open for everybody. */
    pass: z.nullable(z.string()),
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
  gives: z.object({
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
  refreshes: ['reports'],
});
