import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'holders of the link': [
    'GET /v2/public/companies/{requestId}',
    'GET /v2/public/companies/{requestId}/technicians/{technicianId}/picture',
    'GET /v2/public/companies/{requestId}/slots',
    'POST /v2/public/companies/{requestId}/quote',
    'POST /v2/public/companies/{requestId}/slot-holds',
    'DELETE /v2/public/companies/{requestId}/slot-holds/{holdId}',
    'POST /v2/public/companies/{requestId}/appointments',
  ],
};
