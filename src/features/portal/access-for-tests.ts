import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  everyone: ['GET /v2/public/short-links/{uniqId}'],
  'the company': ['GET /v2/appointments/{id}/waivers', 'GET /v2/appointments/{id}/change-requests'],
  'company admins': ['POST /v2/appointments/{id}/waivers', 'DELETE /v2/appointments/{id}/waivers/{waiverId}'],
  'who edits the appointment': [
    'GET /v2/appointments/{id}/links',
    'PUT /v2/appointments/{id}/links/{linkId}',
    'POST /v2/appointments/{id}/links/{linkId}/revoke',
    'POST /v2/appointments/{id}/links/{linkId}/send',
    'POST /v2/appointments/{id}/change-requests/{requestId}/handled',
  ],
  'holders of the link': [
    'GET /v2/public/appointments/{publicId}',
    'POST /v2/public/appointments/{publicId}/send-link',
    'POST /v2/public/appointments/{publicId}/change-requests',
    'GET /v2/public/appointments/{publicId}/calendar',
    'GET /v2/public/appointments/{publicId}/picture',
    'GET /v2/public/appointments/{publicId}/logo',
    'GET /v2/public/appointments/{publicId}/technicians/{number}',
    'GET /v2/public/appointments/{publicId}/attachments/{key}',
  ],
};
