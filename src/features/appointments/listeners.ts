import { areAgreementsSigned } from '#domain/agreements/agreements.ts';
import type { MessageKey } from '#features/messages/catalogue.ts';
import { notify } from '#features/messages/notify.ts';
import type { Recipient } from '#features/messages/recipients.ts';
import type { Notice } from '#features/messages/render-notice.ts';
import { linkStarterContent } from '#features/services/starter-content.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { listenAfterCommit, listenInTransaction } from '#server/events.ts';
import { lockAppointment } from './lock-appointment.ts';
import { notifyOfRequest } from './mailing/notify-of-request.ts';
import { revokeSentLinks } from './person-links.ts';
import { addressCompletedField } from './present.ts';
import { reassignMergedContact } from './reassign-merged-contact.ts';

export const listeners = [
  // Services are created before templates and agreements; this feature is the first one above all three.
  listenInTransaction('company.created', (ctx) => linkStarterContent(ctx)),
  ...reassignMergedContact,

  listenInTransaction('message.readdressed', async (ctx, { appointment_id, person_id }) => {
    const rows = await mine(ctx, 'appointment_people')
      .where('appointment_id', '=', appointment_id)
      .where('person_id', '=', person_id)
      .select('id')
      .execute();
    for (const { id } of rows) await revokeSentLinks(ctx, id);
  }),

  listenInTransaction('agreement.added', (ctx, event) => settleSigned(ctx, event.appointment_id)),
  listenInTransaction('agreement.removed', (ctx, event) => settleSigned(ctx, event.appointment_id)),
  listenInTransaction('agreement.voided', (ctx, event) => settleSigned(ctx, event.appointment_id)),
  listenInTransaction('agreement.signed', (ctx, event) => settleSigned(ctx, event.appointment_id)),
  listenInTransaction('agreements.completed', (ctx, event) => settleSigned(ctx, event.appointment_id)),

  listenAfterCommit('appointment.scheduled', 'appointments/send-confirmation', async (ctx, event, { id }) => {
    if (event.send_notifications === false) return;
    await notifyOf(ctx, 'appointment_scheduled', event, { occasion: id, requested: true });
  }),
  listenAfterCommit(
    'appointment.requested',
    'appointments/send-request-received',
    async (ctx, event, { id }) => {
      await notifyOf(ctx, 'appointment_requested', event, { occasion: id });
      await ctx.tx(async (w) => {
        const only = await isNotActor(w, id);
        await notifyOfRequest(w, event.appointment_id, { occasion: id, only });
      });
    },
  ),
  listenAfterCommit('appointment.rescheduled', 'appointments/send-rescheduled', (ctx, event, { id }) =>
    notifyOf(ctx, 'appointment_rescheduled', event, { occasion: id }),
  ),
  listenAfterCommit('appointment.canceled', 'appointments/send-canceled', async (ctx, event, { id }) => {
    if (event.notify === false) return;
    await notifyOf(ctx, 'appointment_canceled', event, { occasion: id, requested: true });
  }),
  listenAfterCommit('appointment.changed', 'appointments/send-what-waited', async (ctx, event, { id }) => {
    if (event.fields.includes(addressCompletedField))
      await notifyOf(ctx, 'appointment_scheduled', event, { occasion: id });
  }),
];

async function notifyOf(
  ctx: ActionCtx,
  key: MessageKey,
  { appointment_id }: { appointment_id: string },
  notice: Notice & { occasion: string },
): Promise<void> {
  await ctx.tx(async (w) => {
    await notify(w, key, { appointment_id, ...notice, only: await isNotActor(w, notice.occasion) });
  });
}

/** Leaves out who caused an event, and so needs no message about it. */
async function isNotActor(w: WriteCtx, eventId: string): Promise<(to: Recipient) => boolean> {
  const event = await mine(w, 'events').where('id', '=', eventId).select('actor_id').executeTakeFirst();
  const actor = event?.actor_id ?? null;
  return ({ person_id }) => actor === null || person_id !== actor;
}

/** Derives agreement_signed from the agreements: true if all binding ones are signed, or if there are none. */
async function settleSigned(ctx: WriteCtx, appointmentId: string): Promise<void> {
  // Serialized: two transactions changing different agreements would otherwise each see the other's old state.
  await lockAppointment(ctx, appointmentId);
  const rows = await mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .select(['signed', 'voided_at'])
    .execute();
  const agreement_signed = areAgreementsSigned(
    rows.map((r) => ({ signed: r.signed, voided: r.voided_at !== null })),
  );
  await updateMine(ctx, 'appointments')
    .set({ agreement_signed })
    .where('id', '=', appointmentId)
    .where('agreement_signed', '<>', agreement_signed)
    .execute();
}
