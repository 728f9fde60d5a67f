import { occasionsByHand } from '#features/messages/messages-just-sent.ts';
import { notify } from '#features/messages/notify.ts';
import type { Recipient } from '#features/messages/recipients.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../contract.ts';
import { addEvidence } from '../evidence.ts';
import type { LinkPerson } from '../link-holder.ts';
import { type LoadedAgreement, loadAgreement } from '../load-agreement.ts';
import { agreementPath } from '../present-agreements.ts';
import { requireAppointmentEdit } from '../require-appointment-edit.ts';
import * as store from '../store.ts';

/**
 * Mails the link of an agreement to everyone who still has to sign it. Refuses a text with missing values, an agreement
 * that is signed or void, and one for which no signer has an email address. Sends once per `occasion`, and to each
 * address once in five minutes.
 */
export async function sendAgreement(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.sendAgreement>,
  occasion?: string,
) {
  await requireAppointmentEdit(ctx, input.id);
  const row = await store.lockInAppointment(ctx, input.id, { id: input.agreementId });
  if (!row) throw notFound();
  const open = await loadAgreement(ctx, row);
  if (row.voided_at) throw new AppError('CONFLICT', 'This agreement has been withdrawn');
  if (row.signed) throw new AppError('CONFLICT', 'This agreement has already been signed');
  if (open.appointment.status === 'canceled')
    throw new AppError('CONFLICT', 'This appointment has been canceled');
  if (open.text.unresolved.length > 0) {
    throw new AppError(
      'CONFLICT',
      'This agreement has missing details. Complete them before you send or sign it.',
      { unresolved: open.text.unresolved },
    );
  }
  const occasionOf = await occasionsByHand(ctx, {
    template: 'agreement_request',
    appointment_id: open.appointment.id,
    // Separate from its announcement: an agreement announced a minute ago may still be sent by hand.
    about: `${row.id}.sent`,
    ...(occasion ? { time: occasion } : {}),
  });
  const sent_to = await mail(ctx, open, {
    occasion: occasionOf,
    requested: true,
    isByHand: true,
  });
  if (sent_to.length === 0) {
    throw new AppError('CONFLICT', 'None of the remaining signers has an email address', {
      names: open.people.filter(isAwaited(open)).map((person) => person.name),
    });
  }
  await ctx.audit({
    action: 'agreement-sent',
    entity: 'agreement',
    entity_id: row.id,
    after: { to: sent_to },
  });
  return { sent_to };
}

/**
 * Mails an agreement that was added to an existing appointment. Sends nothing if messages are off, if values are
 * missing, or if there is nothing left to sign. Sends once per `occasion`.
 */
export async function announceAgreement(
  ctx: WriteCtx,
  event: { appointment_id: string; agreement_id: string },
  occasion: string,
): Promise<void> {
  const row = await store.lockInAppointment(ctx, event.appointment_id, { id: event.agreement_id });
  if (!row || row.voided_at || row.signed) return;
  const open = await loadAgreement(ctx, row);
  if (open.appointment.status !== 'scheduled' || open.text.unresolved.length > 0) return;
  await mail(ctx, open, { occasion: ({ row_id }) => `${row.id}.${row_id}.${occasion}` });
}

/** Mails everyone who still has to sign and returns their addresses. */
async function mail(
  ctx: WriteCtx,
  open: LoadedAgreement,
  notice: { occasion: (to: Recipient) => string; requested?: boolean; isByHand?: boolean },
): Promise<string[]> {
  const { row, appointment } = open;
  const awaited = new Set(open.people.filter(isAwaited(open)).map(({ id }) => id));
  const { recipients, queued } = await notify(ctx, 'agreement_request', {
    ...notice,
    appointment_id: appointment.id,
    facts: { agreement: row.name },
    path: agreementPath(appointment.public_id, row.public_id),
    only: ({ row_id }) => awaited.has(row_id ?? ''),
  });
  await addEvidence(
    ctx,
    row.id,
    queued.map(({ person_id, name, email }) => ({ what: 'sent', data: { person_id, name, email } })),
  );
  return recipients.map((to) => to.email);
}

/** Clients who may sign and have not; none once a single required signature exists. */
function isAwaited({ signatures }: LoadedAgreement) {
  return ({ role, rights, person_id }: LinkPerson) =>
    role === 'client' && rights.sign && !signatures.some((one) => one.person_id === person_id);
}
