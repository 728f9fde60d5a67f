import { inTransaction } from '#server/events.ts';
import { stampStarterTemplates } from './stamp-starter.ts';

export const listeners = [
  inTransaction('company.created', async (ctx) => {
    await stampStarterTemplates(ctx);
  }),
];
