import { newId } from '#server/ids.ts';
import type { Ids } from '#testing/ids.ts';
import type { Input } from '#testing/routes/route-input.ts';
import type { RouteSamples } from '#testing/routes/route-samples.ts';
import { tinyPng } from '#testing/tiny-png.ts';

/** One of each kind of change to a report. */
function sampleReportOps(ids: Ids): Input[] {
  const op = (type: string, more: Input) => ({ op_id: newId(), type, ...more });
  const { item, section, comment, media } = ids;
  return [
    op('set_rating', { item_id: item, rating: 'IN' }),
    op('add_comment', {
      comment: { id: newId(), item_id: item, kind: 3, name: 'New', template_comment_id: ids.templateComment },
    }),
    op('update_comment', { comment_id: comment, changes: { included: true } }),
    op('move_comment', { comment_id: comment, item_id: item, after_id: null }),
    op('update_section', { section_id: section, changes: { hidden: false } }),
    op('move_section', { section_id: section, after_id: null }),
    op('add_section', { section: { id: newId(), name: 'Extra' }, after_id: section }),
    op('add_item', { item: { id: newId(), section_id: section, name: 'Extra' }, after_id: item }),
    op('update_item', { item_id: item, changes: { name: 'Renamed' } }),
    op('move_item', { item_id: item, section_id: section, after_id: null }),
    op('update_media', { media_id: media, changes: { caption: 'Changed', comment_id: comment } }),
    op('move_media', { media_id: media, after_id: null }),
    ...(['section', 'item', 'comment', 'media'] as const).map((what) =>
      op(`restore_${what}`, { [`${what}_id`]: ids[what], after_id: null }),
    ),
    op('copy_item', {
      item_id: item,
      name: 'Copy',
      extent: 'photos',
      after_id: item,
      ids: { [item]: newId() },
    }),
    op('copy_section', {
      section_id: section,
      ...{ name: 'Copy', extent: 'structure' },
      after_id: section,
      ids: { [section]: newId() },
    }),
  ];
}

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'reports/{id}': 'report',
    'reports/{reportId}': 'report',
    'reports2/{reportId}': 'report',
    'media/{mediaId}': 'media',
    'comment/{commentId}': 'comment',
    'favorite-comments/{commentId}': 'templateComment',
    'sections/{sectionId}': 'section',
    'copy-to/{appointmentId}': 'appointment',
    '/v2/reports/{reportId}/media/{mediaId}/{size}#reportId': 'reportPublic',
    '/v2/reports/{reportId}/media/{mediaId}/{size}#mediaId': 'mediaPublic',
    '/v2/reports/{reportId}/videos/{mediaId}#reportId': 'reportPublic',
    '/v2/reports/{reportId}/videos/{mediaId}#mediaId': 'filmPublic',
    'watch/{commentId}': 'commentPublic',
    '/v2/reports2/{reportId}/visits#reportId': 'reportPublic',
    'report-views/{viewId}': 'view',
    '/v2/reports/{id}/attach#id': 'detachedReport',
    '/v2/reports/{id}#id': 'otherDetachedReport',
    'sample-reports/{id}': 'sample',
    'sample-reports/{sampleId}': 'samplePublic',
    '/v2/public/sample-reports/{sampleId}/media/{mediaId}/{size}#mediaId': 'samplePhoto',
    '/v2/reports2/{reportId}/repair-choices#reportId': 'reportPublic',
    '/v2/reports2/{reportId}/repair-lists#reportId': 'reportPublic',
    'repair-lists/{listId}': 'repairListPublic',
  },
  plain: {
    '{mediaId}/{size}': 'thumb',
  },
  inputs: {
    'POST /v2/reports/{id}/restore': (ids) => ({
      version: 1,
      comment_id: ids.comment,
      media_id: ids.media,
    }),
    'GET /v2/reports/{id}/comment-library/search': () => ({ search: 'roof' }),
    'PUT /v2/favorite-comments/{commentId}': () => ({ is_favorite: true }),
    'POST /v2/reports/{id}/take-over': () => ({ version: 1 }),
    'POST /v2/reports/{id}/attach': (ids) => ({ appointment_id: ids.appointment }),
    'GET /v2/reports/{id}/history': (ids) => ({ part_id: ids.comment }),
    'PATCH /v2/reports/{id}/ops': (ids) => ({ rev: 0, ops: sampleReportOps(ids) }),
    'POST /v2/reports/{id}/media': (ids) => ({
      media_id: newId(),
      item_id: ids.item,
      comment_id: ids.comment,
      file: new File([tinyPng], 'photo.png', { type: 'image/png' }),
    }),
    'POST /v2/reports/{id}/videos': (ids) => ({
      media_id: ids.film,
      item_id: ids.item,
      comment_id: ids.comment,
      poster: new File([tinyPng], 'poster.png', { type: 'image/png' }),
    }),
    'PUT /v2/reports/{id}/media/{mediaId}': (ids) => ({ caption: 'Seen again', comment_id: ids.comment }),
    'POST /v2/reports/{id}/publish': (ids) => ({ send_to: [ids.reader] }),
    'POST /v2/reports/{reportId}/share': () => ({
      recipients: ['someone@test.example'],
      sendFullReport: true,
    }),
    'PUT /v2/reports/{reportId}/comment/{commentId}/update': () => ({ name: 'A better name' }),
    'POST /v2/reports/{reportId}/as-sample': () => ({ name: 'Sample', photos_checked: true }),
    'PUT /v2/sample-reports/order': (ids) => ({ ids: [ids.sample] }),
    'PATCH /v2/sample-reports/{id}': () => ({ description: 'A house from 1987' }),
    'GET /v2/reports/{id}/reinspection': (ids) => ({ repair_list_id: ids.repairList }),
    'GET /v2/reports2/{reportId}/repair-choices': (ids) => ({ v: ids.view }),
    'POST /v2/reports2/{reportId}/repair-lists': (ids) => ({ v: ids.view, comments: [ids.commentPublic] }),
    'PUT /v2/public/repair-lists/{listId}': (ids) => ({
      e: ids.repairKey,
      rev: 0,
      title: 'Before closing',
      addressees: ['Seller'],
      items: [{ id: ids.commentPublic, request: 'credit', credit: 250, note: 'Or a new roof' }],
    }),
    'POST /v2/public/repair-lists/{listId}/share': (ids) => ({
      e: ids.repairKey,
      recipients: ['seller@test.example'],
    }),
    'GET /v2/reports2/{reportId}': (ids) => ({ userId: ids.owner, t: ids.teamPass }),
    'GET /v2/reports/{reportId}/download': () => ({ type: 'summary' }),
    'GET /v2/reports/{reportId}/media/{mediaId}/{size}': (ids) => ({ t: ids.teamPass }),
  },
};
