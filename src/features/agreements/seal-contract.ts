import { z } from 'zod/mini';
import { action } from '#wire/route.ts';

export const getSealCertificates = action('GET /v2/public/seal-certificates', {
  access: 'public',
  summary:
    'The certificates this installation seals documents with (PEM), for checking sealed documents: the seal and its certificate authority.',
  output: z.object({ certificates: z.array(z.object({ seal: z.string(), authority: z.string() })) }),
  limit: { by: 'ip', max: 240, minutes: 60 },
});
