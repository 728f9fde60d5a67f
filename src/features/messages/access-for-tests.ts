import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'the company': ['GET /v2/notification-slots', 'GET /v2/messages', 'GET /v2/text-replies'],
  'company admins': [
    'PUT /v2/notification-slots',
    'GET /v2/messages/log',
    'GET /v2/messages/sending',
    'GET /v2/text-replies/log',
    'POST /v2/text-replies/{id}/stop',
    'GET /v2/text-credits',
    'GET /v2/messages/appointments',
    'POST /v2/messages',
    'GET /v2/messages/people',
    'GET /v2/messages/kinds',
    'POST /v2/messages/recipients',
    'POST /v2/messages/preview',
    'GET /v2/message-templates',
    'GET /v2/message-templates/{key}',
    'PUT /v2/message-templates/{key}',
    'DELETE /v2/message-templates/{key}',
    'POST /v2/message-templates/{key}/preview',
    'POST /v2/messages/layout-preview',
    'POST /v2/message-templates/{key}/test',
    'GET /v2/messages/{id}/timeline',
    'GET /v2/messages/problems',
    'POST /v2/messages/resend-missed',
    'POST /v2/messages/{id}/resend',
    'POST /v2/messages/problems/close',
    'GET /v2/suppressions',
    'DELETE /v2/suppressions/{id}',
  ],
};
