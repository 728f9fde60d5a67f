import { z } from 'zod/mini';
import { id, instant } from '#wire/fields.ts';
import { type RouteOutput, read, write } from '#wire/route.ts';
import { refreshes } from './contract.ts';

export const listDetached = read('GET /v2/appointments/{id}/detached-reports', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'The reports that were detached from an appointment, newest first, with the day they are deleted for good.',
  input: z.object({ id }),
  output: z.object({
    reports: z.array(
      z.object({
        id,
        name: z.string(),
        detached_at: instant,
        detached_by: z.nullable(z.string()),
        /** Null: never, because a version of it was published. */
        deleted_at: z.nullable(instant),
        rated: z.number(),
        rateable: z.number(),
        deficiencies: z.number(),
        photos: z.number(),
      }),
    ),
    can_edit: z.boolean(),
  }),
  invalidates: ['reports'],
});

export type DetachedReport = RouteOutput<typeof listDetached>['reports'][number];

export const attachReport = write('POST /v2/reports/{id}/attach', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'Restores a detached report: to its appointment, or to another one if no version of it was published. It stays there without its template. CONFLICT if that appointment has a report from the same template in which something was written.',
  input: z.object({ id, appointment_id: z.optional(id) }),
  output: z.object({ appointment_id: id }),
  invalidates: refreshes,
});

export const deleteDetached = write('DELETE /v2/reports/{id}', {
  access: 'member',
  capability: 'edit_report',
  summary: 'Deletes a detached report for good. CONFLICT if a version of it was published.',
  input: z.object({ id }),
  output: z.null(),
  invalidates: refreshes,
});
