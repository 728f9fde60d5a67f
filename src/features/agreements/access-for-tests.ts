import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  everyone: ['GET /v2/public/seal-certificates'],
  'the company': [
    'GET /v2/agreements',
    'GET /v2/appointments/{id}/agreements',
    'GET /v2/appointments/{id}/agreements/{agreementId}/evidence',
  ],
  'company admins': [
    'GET /v2/agreements/{id}',
    'GET /v2/agreements/{id}/versions/{version}',
    'POST /v2/agreements',
    'PUT /v2/agreements/{id}',
    'DELETE /v2/agreements/{id}',
    'POST /v2/agreements/preview',
  ],
  'who edits the appointment': [
    'POST /v2/appointments/{id}/agreements',
    'DELETE /v2/appointments/{id}/agreements/{agreementId}',
    'POST /v2/appointments/{id}/agreements/{agreementId}/void',
    'POST /v2/appointments/{id}/agreements/{agreementId}/reissue',
    'POST /v2/appointments/{id}/agreements/{agreementId}/send',
    'POST /v2/appointments/{id}/agreements/{agreementId}/paper',
    'POST /v2/appointments/{id}/agreements/{agreementId}/seal',
  ],
  'who sees prices': [
    'GET /v2/appointments/{id}/agreements/{agreementId}/pdf',
    'GET /v2/appointments/{id}/agreements/{agreementId}/paper',
  ],
  'holders of the link and who sees prices': [
    'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/pdf',
  ],
  'holders of the link': [
    'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}',
    'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/view',
    'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/sign',
    'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/decline',
    'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/signature',
  ],
};
