import { notify } from '#features/messages/notify.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { addEvidence, type EvidenceKind } from '../evidence.ts';
import * as store from '../store.ts';

const knownBy: readonly EvidenceKind[] = ['sent', 'viewed', 'downloaded', 'declined', 'signed', 'copy_sent'];

/**
 * Mails that an agreement is void to everyone who was sent it, opened it or signed it, once each. Mails no one if no
 * one knew of it, or if messages are off for this appointment.
 */
export async function notifyAgreementVoided(
  ctx: WriteCtx,
  event: { appointment_id: string; agreement_id: string },
): Promise<void> {
  const row = await store.lockInAppointment(ctx, event.appointment_id, { id: event.agreement_id });
  if (!row?.voided_at) return;
  const informed = await peopleWhoKnow(ctx, row.id);
  const { queued } = await notify(ctx, 'agreement_voided', {
    appointment_id: event.appointment_id,
    occasion: row.id,
    facts: { agreement: row.name },
    only: ({ person_id }) => informed.has(person_id ?? ''),
  });
  await addEvidence(
    ctx,
    row.id,
    queued.map(({ person_id, name, email }) => ({ what: 'void_told', data: { person_id, name, email } })),
  );
}

/** The people who, according to the evidence trail, know the agreement. */
async function peopleWhoKnow(ctx: ReadCtx | WriteCtx, agreementId: string): Promise<Set<string>> {
  const rows = await mine(ctx, 'agreement_evidence')
    .where('agreement_id', '=', agreementId)
    .where('what', 'in', [...knownBy])
    .select('data')
    .execute();
  return new Set(rows.flatMap(({ data }) => (data as { person_id?: string | null }).person_id ?? []));
}
