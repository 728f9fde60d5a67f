import { areAgreementsSigned } from '#domain/agreements/agreements.ts';
import { linkStarterContent } from '#features/services/starter-content.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { listenAfterCommit, listenInTransaction } from '#server/events.ts';
import { lockAppointment } from './lock-appointment.ts';
import { sendToClients } from './mailing/send-to-clients.ts';
import { addressCompletedField, confirmationWantedKey } from './present.ts';
import { reassignMergedContact } from './reassign-merged-contact.ts';

export const listeners = [
  // Services are created before templates and agreements; this feature is the first one above all three.
  listenInTransaction('company.created', (ctx) => linkStarterContent(ctx)),
  ...reassignMergedContact,

  listenInTransaction('agreement.added', (ctx, event) => settleSigned(ctx, event.appointment_id)),
  listenInTransaction('agreement.removed', (ctx, event) => settleSigned(ctx, event.appointment_id)),
  listenInTransaction('agreement.voided', (ctx, event) => settleSigned(ctx, event.appointment_id)),
  listenInTransaction('agreement.signed', (ctx, event) => settleSigned(ctx, event.appointment_id)),
  listenInTransaction('agreements.completed', (ctx, event) => settleSigned(ctx, event.appointment_id)),

  listenAfterCommit('appointment.scheduled', 'appointments/send-confirmation', async (ctx, event, { id }) => {
    if (event.send_notifications === false) return;
    await ctx.tx((w) => sendToClients(w, 'appointment_scheduled', event.appointment_id, id));
  }),
  listenAfterCommit('appointment.requested', 'appointments/send-request-received', (ctx, event, { id }) =>
    ctx.tx(async (w) => {
      if (await wantsMessages(w, event.appointment_id))
        await sendToClients(w, 'appointment_requested', event.appointment_id, id);
    }),
  ),
  listenAfterCommit('appointment.rescheduled', 'appointments/send-rescheduled', (ctx, event, { id }) =>
    ctx.tx(async (w) => {
      if (await wantsMessages(w, event.appointment_id))
        await sendToClients(w, 'appointment_rescheduled', event.appointment_id, id);
    }),
  ),
  listenAfterCommit('appointment.canceled', 'appointments/send-canceled', async (ctx, event, { id }) => {
    if (event.notify === false) return;
    await ctx.tx((w) => sendToClients(w, 'appointment_canceled', event.appointment_id, id));
  }),
  listenAfterCommit('appointment.changed', 'appointments/send-what-waited', (ctx, event, { id }) =>
    ctx.tx(async (w) => {
      if (!event.fields.includes(addressCompletedField)) return;
      if (await wantsMessages(w, event.appointment_id))
        await sendToClients(w, 'appointment_scheduled', event.appointment_id, id);
    }),
  ),
];

/**
 * Returns whether the people of this appointment get automated messages: not switched off, and wanted at the last save.
 */
async function wantsMessages(ctx: WriteCtx, appointmentId: string): Promise<boolean> {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .select(['disable_automated_notifications', 'notification_settings'])
    .executeTakeFirst();
  if (!row) return false;
  const sent = (row.notification_settings as Record<string, unknown> | null)?.[confirmationWantedKey];
  return typeof sent === 'boolean' ? sent : !row.disable_automated_notifications;
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
