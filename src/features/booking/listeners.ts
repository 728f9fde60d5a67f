import type { GableEvent } from '#domain/events/events.ts';
import { releaseProposedTimes } from '#features/availability/slot-holds.ts';
import { notify } from '#features/messages/notify.ts';
import type { Lang, WriteCtx } from '#server/context.ts';
import { listenInTransaction } from '#server/events.ts';
import { moveProposal } from './requests/proposed-times.ts';
import { closeProposal } from './requests/store.ts';
import * as store from './store.ts';

/** After these a proposal makes no sense: the appointment was decided, or the office chose another time for it. */
const deciding = [
  'appointment.scheduled',
  'appointment.rescheduled',
  'appointment.canceled',
  'appointment.deleted',
] as const;

export const listeners = [
  ...deciding.map((type) =>
    listenInTransaction(type, (ctx, { appointment_id }) => endProposal(ctx, appointment_id)),
  ),
  listenInTransaction('appointment.rescheduled', (ctx, event, { id }) => mailOffice(ctx, event, id)),
  listenInTransaction('appointment.canceled', (ctx, event, { id }) => mailOffice(ctx, event, id)),
  listenInTransaction('person.assigned', async (ctx, { appointment_id, role, person_id }) => {
    if (role === 'inspector') await moveProposal(ctx, appointment_id, person_id);
  }),
];

async function endProposal(ctx: WriteCtx, appointmentId: string): Promise<void> {
  await closeProposal(ctx, appointmentId);
  await releaseProposedTimes(ctx, appointmentId);
}

type Change = Extract<GableEvent, { type: 'appointment.rescheduled' | 'appointment.canceled' }>;

/** Mails the office what a client changed. What members change needs no mail. */
async function mailOffice(ctx: WriteCtx, event: Change, occasion: string): Promise<void> {
  const { type, appointment_id, person_id } = event;
  if (event.actor !== 'client' || !person_id) return;
  await notify(ctx, 'changed_by_client', {
    appointment_id,
    occasion,
    facts: {
      name: await store.contactName(ctx, person_id),
      message: type === 'appointment.canceled' ? event.reason : '',
    },
    each: async ({ lang }) => ({ facts: { change: labels[lang][type] } }),
  });
}

const labels: Record<Lang, Record<Change['type'], string>> = {
  en: { 'appointment.rescheduled': 'Rescheduled', 'appointment.canceled': 'Canceled' },
  de: { 'appointment.rescheduled': 'Verlegt', 'appointment.canceled': 'Abgesagt' },
  fr: { 'appointment.rescheduled': 'Déplacé', 'appointment.canceled': 'Annulé' },
};
