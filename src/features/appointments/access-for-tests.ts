import type { RouteAccess } from '#testing/roles.ts';

/** Which roles may call the routes of this feature, written by hand from the specification. */
export const access: RouteAccess = {
  'the company': [
    'GET /v2/appointments/user-settings',
    'GET /v2/appointments',
    'GET /v2/appointments/export-file',
    'POST /v2/appointments/export-selected',
    'GET /v2/appointments/counts',
    'POST /inspections/check-inspection-time/{subscriberId}',
    'GET /v2/appointments/{id}/activity',
    'GET /v2/appointments/{id}/attachments',
    'GET /v2/appointments/{id}/print-order',
    'GET /v2/appointments/{id}/attachments/{attId}',
  ],
  'company admins': [
    'GET /v2/appointments/totals',
    // The note in the test is the owner's: other users need full_company_admin to delete it.
    'DELETE /v2/appointments/{id}/notes/{noteId}',
  ],
  'the author of the note': ['PUT /v2/appointments/{id}/notes/{noteId}'],
  'who schedules': ['POST /inspections'],
  'who edits some appointments': ['POST /v2/appointments/bulk-confirm'],
  'who edits the appointment': [
    'GET /v2/appointments/defaults',
    'PUT /v2/appointments/{id}',
    'POST /v2/appointments/{id}/confirm',
    'POST /v2/appointments/{id}/unconfirm',
    'POST /v2/appointments/{id}/cancel',
    'POST /v2/appointments/{id}/restore',
    'POST /v2/appointments/{id}/complete',
    'DELETE /v2/appointments/{id}',
    'POST /v2/appointments/{id}/notes',
    'POST /v2/appointments/{id}/attachments',
    'POST /v2/appointments/{id}/send',
    'PUT /v2/appointments/{id}/attachments/{attId}',
    'DELETE /v2/appointments/{id}/attachments/{attId}',
  ],
  'the company and the holder of the link': ['POST /inspections/get-by-id'],
};
