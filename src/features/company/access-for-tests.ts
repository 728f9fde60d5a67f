import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'the company': [
    'GET /v2/company/{subscriberId}/settings',
    'GET /v2/files/{id}',
    'GET /v2/geo/search',
    'GET /v2/geo/geocode',
    'GET /v2/geo/street-view',
    'GET /v2/geo/static-map',
  ],
  'company admins': [
    'PATCH /v2/company/{subscriberId}/settings',
    'POST /v2/company/{subscriberId}/files',
    'GET /v2/company/{subscriberId}/settings/options',
    'GET /v2/company/{subscriberId}/payment-gateway',
    'PUT /v2/company/{subscriberId}/payment-gateway',
    'POST /v2/company/{subscriberId}/payment-gateway/test',
  ],
  'the company and the holder of the link': ['GET /v2/company/{id}/profile'],
  'holders of the link': ['GET /v2/public/companies/{id}/pictures/{name}'],
};
