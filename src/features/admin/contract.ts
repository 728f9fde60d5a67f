import { z } from 'zod/mini';
import { read } from '#wire/route.ts';

/** Platform-wide counts for the platform administrator. */
export const overview = read('GET /v2/admin/overview', {
  access: 'admin',
  capability: 'platform_admin',
  scope: 'platform',
  summary: 'Counts the companies and people on the platform.',
  output: z.object({
    subscribers: z.object({ total: z.number(), active: z.number(), joined_last_30_days: z.number() }),
    users: z.object({ total: z.number(), owners: z.number(), technicians: z.number(), staffs: z.number() }),
  }),
  invalidates: ['admin'],
});
