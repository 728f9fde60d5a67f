import { z } from 'zod/mini';
import { id } from '#wire/fields.ts';
import { action } from '#wire/route.ts';

/** The largest number of appointments of one bulk request. */
const maxPerBulk = 50;

/** Appointments chosen in the list. */
export const chosenIds = z
  .array(id, 'Choose at least one appointment')
  .check(
    z.minLength(1, 'Choose at least one appointment'),
    z.maxLength(maxPerBulk, 'Choose at most 50 appointments'),
  );

/** Why a bulk action left an appointment as it was. */
const bulkReasons = [
  'missing',
  'not_allowed',
  'canceled',
  'already_confirmed',
  'not_confirmed',
  'time_taken',
  'nothing_open',
  'no_email',
  'hourly_limit',
  'not_possible',
] as const;
export type BulkReason = (typeof bulkReasons)[number];

/** The result of a bulk action, by appointment. */
export const bulkResult = z.object({
  done: z.array(id),
  failed: z.array(z.object({ id, order_id: z.string(), reason: z.enum(bulkReasons) })),
});
export type BulkResult = z.infer<typeof bulkResult>;

export const confirmMany = action('POST /v2/appointments/bulk-confirm', {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Confirms up to 50 requested appointments, each on its own: `failed` names those that could not be confirmed and why.',
  input: z.object({ ids: chosenIds }),
  output: bulkResult,
  invalidates: ['appointments', 'calendar', 'messages'],
});

export const exportSelected = action('POST /v2/appointments/export-selected', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Exports the chosen appointments as CSV, newest first, with the columns of the list’s export.',
  download: true,
  input: z.object({
    ids: z
      .array(id, 'Choose at least one appointment')
      .check(
        z.minLength(1, 'Choose at least one appointment'),
        z.maxLength(500, 'Choose at most 500 appointments'),
      ),
  }),
});
