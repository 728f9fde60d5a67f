import { isMessageApplicable } from '#features/messages/catalogue.ts';
import { occasionsByHand } from '#features/messages/messages-just-sent.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import { sha256Hex } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { loadAppointmentContext } from '../details/load-appointment-context.ts';
import { lockAppointment } from '../lock-appointment.ts';
import type { sendMessage as contract } from '../send-contract.ts';

/**
 * Sends a message manually to people on an appointment, even if automated notifications are off, but never one that
 * does not match its current state. If anyone has no email address, names them and sends nothing. The same text goes to
 * an address once in five minutes.
 */
export async function sendMessage(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract>,
): Promise<{ recipients: number }> {
  const facts = await loadAppointmentContext(ctx, input.id);
  if (!facts) throw notFound();
  ctx.requireCapability('edit_appointment', { assigned_technician_ids: facts.technicianIds });
  const extra = input.extra ?? '';
  if (!isMessageApplicable(input.template, facts.appointment))
    throw badInput({ template: 'This message isn’t available for this appointment’s status' });
  if (input.template === 'appointment_message' && extra === '') throw badInput({ extra: 'Text is required' });
  const wanted = new Set(input.recipients);
  const people = facts.appointment.people.filter((one) => wanted.has(one.person_id));
  // A person may be listed twice, as buyer's and as listing agent.
  const each = people.filter((one, i) => people.findIndex((p) => p.person_id === one.person_id) === i);
  if (each.length < wanted.size) throw badInput({ recipients: 'This person isn’t on the appointment' });
  const withoutEmail = each.find((one) => one.email === '');
  if (withoutEmail) throw badInput({ recipients: 'At least one recipient has no email address' });
  await lockAppointment(ctx, input.id);
  const { recipients } = await notify(ctx, input.template, {
    appointment_id: input.id,
    occasion: await occasionsByHand(ctx, {
      template: input.template,
      appointment_id: input.id,
      about: `${input.id}.${sha256Hex(extra).slice(0, 20)}`,
    }),
    rows: each.map((one) => one.row_id),
    facts: { extra },
    requested: true,
    isByHand: true,
  });
  return { recipients: recipients.length };
}
