import { z } from 'zod/mini';
import { bulkResult, chosenIds } from '#features/appointments/bulk-contract.ts';
import { action } from '#wire/route.ts';

export const remindMany = action('POST /v2/appointments/bulk-remind', {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Reminds the clients of up to 50 appointments to sign or to pay, each on its own: `failed` names those that were not reminded and why. Payment reminders are for users who may record payments.',
  input: z.object({ ids: chosenIds, about: z.enum(['signature', 'payment'], 'Unknown reminder') }),
  output: bulkResult,
  invalidates: ['messages', 'agreements'],
});
