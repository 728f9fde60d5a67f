import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'the company': [
    'GET /v2/technicians/availability',
    'GET /v2/technicians/travel-times',
    // Missing ids are not an error; permission for existing hours is covered by the feature's own tests.
    'DELETE /v2/availability',
    'GET /v2/availability/{id}',
    'GET /v2/availability/{id}/limits',
    'GET /v2/availability/overrides',
    'GET /v2/availability/hours',
    'GET /v2/availability/team',
    'DELETE /v2/slot-holds/{id}',
  ],
  'company admins': [
    // Everyone may edit their own hours; these belong to another user.
    'POST /v2/availability',
    'POST /v2/availability/changes',
    'POST /v2/availability/copy',
    'POST /v2/availability/overrides',
    'PUT /v2/availability/overrides/{id}',
    'DELETE /v2/availability/overrides/{id}',
    'PUT /v2/availability/{id}/limits',
  ],
  'who books or moves': ['POST /v2/slot-holds'],
};
