import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'the company': [
    'GET /v2/appointments/{id}/reports',
    'POST /v2/reports/{reportId}/share',
    'GET /v2/reports/{id}/views',
    'GET /v2/reports/{id}/template-changes',
    'GET /v2/reports/{id}/comment-library',
    'GET /v2/reports/{id}/comment-library/search',
    'PUT /v2/favorite-comments/{commentId}',
  ],
  'company admins': [
    'POST /v2/reports/{id}/unpublish',
    'GET /v2/reports/{reportId}/as-sample',
    'POST /v2/reports/{reportId}/as-sample',
    'GET /v2/sample-reports',
    'PUT /v2/sample-reports/order',
    'PATCH /v2/sample-reports/{id}',
    'DELETE /v2/sample-reports/{id}',
  ],
  'who edits the report': [
    'PATCH /v2/reports/{id}/ops',
    'POST /v2/reports/{id}/take-over',
    'POST /v2/reports/{id}/restore',
    'POST /v2/reports/{id}/media',
    'POST /v2/reports/{id}/videos',
    'PUT /v2/reports/{id}/media/{mediaId}',
    'DELETE /v2/reports/{id}/media/{mediaId}',
    'POST /v2/reports/{id}/submit',
    'POST /v2/reports2/{reportId}/rebuild-pdfs',
    'POST /v2/appointments/{id}/draft-link',
    'POST /v2/reports/{id}/sections/{sectionId}/duplicate',
    'POST /v2/reports/{id}/copy-to/{appointmentId}',
  ],
  'who publishes': ['POST /v2/reports/{id}/publish', 'POST /v2/reports/{id}/return'],
  'who edits templates': ['GET /v2/templates/{id}/preview', 'GET /v2/templates/{id}/preview-pdf'],
  'who adds comments': [
    'PUT /v2/reports/{reportId}/comment/{commentId}/update',
    'POST /v2/reports/{reportId}/comment/{commentId}/save-to-template',
  ],
  'the company and the holder of the link': [
    'GET /v2/reports2/{reportId}',
    'GET /v2/reports2/{reportId}/versions',
    'GET /v2/reports/{reportId}/download',
  ],
  'holders of the link': [
    'GET /v2/reports/{reportId}/media/{mediaId}/{size}',
    'GET /v2/reports/{reportId}/videos/{mediaId}',
    'GET /v2/public/watch/{commentId}',
    'POST /v2/report-views/{viewId}',
    'POST /v2/reports2/{reportId}/visits',
    'GET /v2/public/appointments/{publicId}/reports',
    'GET /v2/public/sample-reports/{sampleId}',
    'GET /v2/public/sample-reports/{sampleId}/media/{mediaId}/{size}',
    'GET /v2/public/companies/{id}/sample-reports',
  ],
};
