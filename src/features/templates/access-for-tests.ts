import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'the company': ['GET /v2/templates'],
  'who adds comments': ['PATCH /v2/templates/{id}/ops'],
  'who edits templates': [
    'GET /v2/templates/{id}',
    'POST /v2/templates',
    'PUT /v2/templates/{id}',
    'POST /v2/templates/{id}/duplicate',
    'DELETE /v2/templates/{id}',
    'POST /v2/templates/{id}/restore',
    'POST /v2/templates/import',
    'GET /v2/templates/{id}/export',
    'GET /v2/template-comments',
    'GET /v2/template-comments/duplicates',
    'POST /v2/template-comments/replace',
    'POST /v2/template-comments/{id}/share',
    'POST /v2/template-comments/revert',
    'GET /v2/template-store',
    'GET /v2/template-store/{id}',
    'POST /v2/template-store/{id}/copy',
  ],
  'the platform': [
    'GET /v2/admin/template-store',
    'POST /v2/admin/template-store',
    'POST /v2/admin/template-store/{id}/file',
    'PATCH /v2/admin/template-store/{id}',
    'PUT /v2/admin/template-store/order',
    'DELETE /v2/admin/template-store/{id}',
    'POST /v2/admin/template-store/{id}/restore',
  ],
};
