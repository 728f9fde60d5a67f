import { z } from 'zod/mini';
import { action } from '#wire/route.ts';

export const getSealCertificates = action('GET /v2/public/seal-certificates', {
  access: 'public',
  summary:
    'The certificates with which this installation seals documents (PEM), for whoever wants to check one: the seal, and the authority that vouches for it.',
  output: z.object({ certificates: z.array(z.object({ seal: z.string(), authority: z.string() })) }),
  limit: { by: 'ip', max: 240, minutes: 60 },
});
