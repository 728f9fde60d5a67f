import type { WriteCtx } from '#server/context.ts';
import type { HandlerInput } from '#wire/route.ts';
import { evidenceParty } from '../agreement-access.ts';
import type * as contract from '../contract.ts';
import { addEvidence } from '../evidence.ts';
import type { LinkHolder } from '../link-holder.ts';
import {
  getSigningRefusal,
  type LoadedAgreement,
  loadAgreementByLink,
  presentPublicAgreement,
  signingRefusalError,
} from '../load-agreement.ts';
import * as store from '../store.ts';

/**
 * Records that the person of the link declines to sign, with the reason; the company is notified. Declining is not
 * final: the person may still sign, and the company can send, void or replace the agreement. Declining twice is not an
 * error.
 */
export async function declineAgreement(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.declineAgreement>,
): Promise<contract.PublicAgreement> {
  const by = { public_id: input.agreementPublicId };
  const appointmentId = ctx.link?.id ?? '';
  const open = await loadAgreementByLink(ctx, input, () => store.lockInAppointment(ctx, appointmentId, by));
  const { holder, row } = open;
  const refusal = getSigningRefusal(open);
  if (!holder || refusal) throw signingRefusalError(ctx, open, refusal ?? 'Open your personal link to sign');
  if (!open.declines.has(holder.person_id)) await decline(ctx, open, holder, input.reason);
  const again = () => store.findInAppointment(ctx, row.appointment_id, by);
  return presentPublicAgreement(ctx, await loadAgreementByLink(ctx, input, again), input.p);
}

async function decline(
  ctx: WriteCtx,
  open: LoadedAgreement,
  holder: LinkHolder,
  reason: string,
): Promise<void> {
  const { row, text } = open;
  const { person_id } = holder;
  const { content_hash } = text;
  await addEvidence(ctx, row.id, [
    { what: 'declined', data: { person_id, ...evidenceParty(holder), reason, content_hash } },
  ]);
  await ctx.emit({
    type: 'agreement.declined',
    appointment_id: row.appointment_id,
    agreement_id: row.id,
    person_id,
    reason,
  });
}
