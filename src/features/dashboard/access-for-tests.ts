import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = { 'the company': ['GET /v2/dashboard', 'GET /v2/dashboard/setup'] };
