import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'the company': [
    'GET /v2/calendar',
    'GET /v2/calendar/day-sheet',
    'GET /v2/calendar/feeds',
    'DELETE /v2/calendar/feeds/{id}',
  ],
  'who edits other calendars': [
    'POST /v2/calendar/events',
    'DELETE /v2/calendar/events',
    'POST /v2/calendar/feeds',
  ],
  'who edits the appointment': ['PUT /v2/calendar/events', 'POST /v2/calendar/events/share'],
};
