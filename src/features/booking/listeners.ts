import { releaseProposedTimes } from '#features/availability/slot-holds.ts';
import type { WriteCtx } from '#server/context.ts';
import { listenInTransaction } from '#server/events.ts';
import { closeProposal } from './requests/store.ts';

/** After these a proposal makes no sense: the appointment was decided, or the office chose another time for it. */
const deciding = [
  'appointment.scheduled',
  'appointment.rescheduled',
  'appointment.canceled',
  'appointment.deleted',
] as const;

export const listeners = deciding.map((type) =>
  listenInTransaction(type, (ctx, { appointment_id }) => endProposal(ctx, appointment_id)),
);

async function endProposal(ctx: WriteCtx, appointmentId: string): Promise<void> {
  if (await closeProposal(ctx, appointmentId)) await releaseProposedTimes(ctx, appointmentId);
}
