import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'the company': ['GET /v2/services', 'POST /v2/discount-codes/validate'],
  'company admins': [
    'GET /v2/services/options',
    'GET /v2/services/{id}',
    'POST /v2/services',
    'PUT /v2/services/order',
    'PUT /v2/services/{id}',
    'DELETE /v2/services/{id}',
    'GET /v2/services/{id}/add-ons',
    'POST /v2/services/{id}/add-ons',
    'PUT /v2/services/{id}/add-ons/order',
    'PUT /v2/services/{id}/add-ons/{addOnId}',
    'DELETE /v2/services/{id}/add-ons/{addOnId}',
    'GET /v2/discount-codes',
    'GET /v2/discount-codes/{id}',
    'POST /v2/discount-codes',
    'PUT /v2/discount-codes/{id}',
    'DELETE /v2/discount-codes/{id}',
  ],
  'who edits the appointment': [
    // Without an appointment these two apply to the whole company, which the tests of edited prices cover.
    'POST /v2/pricing/quote',
  ],
};
