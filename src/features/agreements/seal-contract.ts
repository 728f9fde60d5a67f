import { z } from 'zod/mini';
import { errand } from '#wire/route.ts';

export const getSealCertificates = errand('GET /v2/public/seal-certificates', {
  who: 'public',
  about:
    'The certificates with which this installation seals documents (PEM), for whoever wants to check one: the seal, and the authority that vouches for it.',
  gives: z.object({ certificates: z.array(z.object({ seal: z.string(), authority: z.string() })) }),
  limit: { by: 'ip', max: 240, minutes: 60 },
});
