import { listenInTransaction } from '#server/events.ts';
import { insertStarterTemplates } from './insert-starter-templates.ts';

export const listeners = [
  listenInTransaction('company.created', async (ctx) => {
    await insertStarterTemplates(ctx);
  }),
];
