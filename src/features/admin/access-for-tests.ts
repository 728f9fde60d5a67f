import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'the platform': [
    'GET /v2/admin/overview',
    'GET /v2/admin/retention',
    'PATCH /v2/admin/retention',
    'GET /v2/admin/sending-limits',
    'PUT /v2/admin/sending-limits/{id}',
  ],
};
