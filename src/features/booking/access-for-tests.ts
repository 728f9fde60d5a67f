import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'holders of the link': [
    'GET /v2/public/companies/{requestId}',
    'GET /v2/public/companies/{requestId}/technicians/{technicianId}/picture',
    'GET /v2/public/companies/{requestId}/addresses',
    'POST /v2/public/companies/{requestId}/property-places',
    'GET /v2/public/companies/{requestId}/slots',
    'POST /v2/public/companies/{requestId}/quote',
    'POST /v2/public/companies/{requestId}/slot-holds',
    'DELETE /v2/public/companies/{requestId}/slot-holds/{holdId}',
    'POST /v2/public/companies/{requestId}/visitor-checks',
    'POST /v2/public/companies/{requestId}/appointments',
    'GET /v2/public/companies/{requestId}/confirmations/{token}',
    'POST /v2/public/companies/{requestId}/confirmations/{token}',
    'GET /v2/public/appointments/{publicId}/proposed-times',
    'POST /v2/public/appointments/{publicId}/proposed-times/accept',
    'GET /v2/public/appointments/{publicId}/change',
    'GET /v2/public/appointments/{publicId}/change/slots',
    'POST /v2/public/appointments/{publicId}/reschedule',
    'POST /v2/public/appointments/{publicId}/cancel',
    'GET /v2/public/appointments/{publicId}/rebook',
    'POST /v2/public/appointments/{publicId}/rebook',
  ],
  'the company': [
    'GET /v2/booking-requests',
    'GET /v2/booking-requests/waiting',
    'GET /v2/appointments/{id}/booking-request',
    'GET /v2/agents/{id}/rebook-link',
  ],
  'who edits the appointment': [
    'POST /v2/appointments/{id}/booking-request/accept',
    'POST /v2/appointments/{id}/booking-request/propose',
    'POST /v2/appointments/{id}/booking-request/decline',
  ],
};
