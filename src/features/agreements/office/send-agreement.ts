import { addressLines } from '#domain/base/addresses.ts';
import { toEpochMs } from '#domain/base/time.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { personalUrl } from '#server/personal-links.ts';
import { langOf } from '#server/translate.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../contract.ts';
import { addEvidence } from '../evidence.ts';
import type { LinkPerson } from '../link-holder.ts';
import { type LoadedAgreement, loadAgreement } from '../load-agreement.ts';
import { agreementPath } from '../present-agreements.ts';
import { requireAppointmentEdit } from '../require-appointment-edit.ts';
import * as store from '../store.ts';

const fiveMinutes = 300_000;

/**
 * Mails the link of an agreement to everyone who still has to sign it. Refuses a text with missing values, an agreement
 * that is signed or void, and one for which no signer has an email address.
 */
export async function sendAgreement(ctx: WriteCtx, input: HandlerInput<typeof contract.sendAgreement>) {
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
  const to = awaited(open).filter((person) => person.email !== '');
  if (to.length === 0) {
    throw new AppError('CONFLICT', 'None of the remaining signers has an email address', {
      names: awaited(open).map((person) => person.name),
    });
  }
  // A double click sends once; later it is a reminder.
  await mail(ctx, open, to, String(Math.floor(toEpochMs(ctx.now) / fiveMinutes)));
  await ctx.audit({
    action: 'agreement-sent',
    entity: 'agreement',
    entity_id: row.id,
    after: { to: to.map((person) => person.email) },
  });
  return { sent_to: to.map((person) => person.email) };
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
  if (!(await shouldSendMessages(ctx, event.appointment_id))) return;
  await mail(
    ctx,
    open,
    awaited(open).filter((person) => person.email !== ''),
    occasion,
  );
}

async function mail(
  ctx: WriteCtx,
  { row, appointment, company }: LoadedAgreement,
  to: readonly LinkPerson[],
  occasion: string,
): Promise<void> {
  for (const person of to) {
    const isNew = await queueMessage(ctx, {
      key: `agreement_request.${row.id}.${person.id}.${occasion}`,
      template: 'agreement_request',
      lang: langOf(person.language),
      to: person.email,
      cc: person.email_cc,
      reply_to: company.settings.point_of_contact_email || company.company_email,
      from_name: company.company_name,
      facts: {
        first_name: person.name.split(' ')[0] ?? '',
        agreement: row.name,
        address: addressLines(appointment).join(', '),
      },
      link: personalUrl(ctx.installation, agreementPath(appointment.public_id, row.public_id), person),
      appointment_id: appointment.id,
      person_id: person.person_id,
    });
    if (isNew) {
      const { person_id, name, email } = person;
      await addEvidence(ctx, row.id, [{ what: 'sent', data: { person_id, name, email } }]);
    }
  }
}

/** Clients who may sign and have not; empty once a single required signature exists. */
function awaited({ people, signatures }: LoadedAgreement): LinkPerson[] {
  return people.filter(
    (person) =>
      person.role === 'client' &&
      person.rights.sign &&
      !signatures.some((signature) => signature.person_id === person.person_id),
  );
}

/** Whether automatic messages are sent for this appointment: not switched off, and requested at the last save. */
export async function shouldSendMessages(ctx: ReadCtx | WriteCtx, appointmentId: string): Promise<boolean> {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .select(['disable_automated_notifications', 'notification_settings'])
    .executeTakeFirst();
  if (!row) return false;
  const sent = (row.notification_settings as Record<string, unknown> | null)?.send_notifications;
  return typeof sent === 'boolean' ? sent : !row.disable_automated_notifications;
}
