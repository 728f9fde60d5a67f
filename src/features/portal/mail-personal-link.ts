import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';

/** Mails people of an appointment their link to the client page. Mails with the same `occasion` are sent once. */
export async function mailPersonalLinks(
  ctx: WriteCtx,
  appointmentId: string,
  people: readonly { id: string }[],
  { occasion, isByHand = false }: { occasion: string; isByHand?: boolean },
): Promise<void> {
  await notify(ctx, 'personal_link', {
    appointment_id: appointmentId,
    isByHand,
    rows: people.map(({ id }) => id),
    // The mail with a revoked link and the one with its replacement are different messages.
    occasion: ({ row_id, link_version }) => `${row_id}.${link_version}.${occasion}`,
  });
}
