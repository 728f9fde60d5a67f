import { z } from 'zod/mini';
import { id } from '#wire/fields.ts';
import { action, write } from '#wire/route.ts';

export const getSealCertificates = action('GET /v2/public/seal-certificates', {
  access: 'public',
  summary:
    'The certificates this installation seals documents with (PEM), for checking sealed documents: the seal and its certificate authority.',
  output: z.object({ certificates: z.array(z.object({ seal: z.string(), authority: z.string() })) }),
  limit: { by: 'ip', max: 240, minutes: 60 },
});

export const sealAgain = write('POST /v2/appointments/{id}/agreements/{agreementId}/seal', {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Creates the sealed PDF of a signed agreement again after that failed. Repeating it changes nothing.',
  input: z.object({ id, agreementId: id }),
  output: z.null(),
  invalidates: ['agreements'],
});
