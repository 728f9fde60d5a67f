import { notify } from '#features/messages/notify.ts';
import { listenInTransaction } from '#server/events.ts';
import { changeRequestLabels } from './change-request-labels.ts';
import type { RequestedChange } from './contract.ts';
import * as store from './store.ts';

export const listeners = [
  listenInTransaction('appointment.change_requested', async (ctx, { appointment_id, change_request_id }) => {
    const { name, wish, message, reply_to } = await store.changeRequest(ctx, change_request_id);
    await notify(ctx, 'change_requested', {
      appointment_id,
      occasion: change_request_id,
      facts: { name, message },
      each: async ({ lang }) => ({ facts: { wish: changeRequestLabels[lang][wish as RequestedChange] } }),
      reply_to,
    });
  }),
];
