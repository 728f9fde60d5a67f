import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { Takes } from '#wire/route.ts';
import { appointmentFacts } from '../details/appointment-facts.ts';
import type { sendMessage as contract } from '../send-contract.ts';
import { fits, sendTo } from './send-to-clients.ts';

/**
 * Sends a message by hand to people of an appointment: also when automated notifications are off, but never one that says
 * what is not so. Who has no address is named, and nobody gets anything then.
 */
export async function sendMessage(
  ctx: WriteCtx,
  input: Takes<typeof contract>,
): Promise<{ recipients: number }> {
  const facts = await appointmentFacts(ctx, input.id);
  if (!facts) throw notFound();
  ctx.must('edit_appointment', { assigned_technician_ids: facts.technicianIds });
  const extra = input.extra ?? '';
  if (!fits(input.template, facts.appointment))
    throw badInput({ template: 'This message isn’t available for this appointment’s status' });
  if (input.template === 'appointment_message' && extra === '') throw badInput({ extra: 'Text is required' });
  const wanted = new Set(input.recipients);
  const people = facts.appointment.people.filter((one) => wanted.has(one.person_id));
  // Somebody may be on it twice, as buyer's and as listing agent.
  const each = people.filter((one, i) => people.findIndex((p) => p.person_id === one.person_id) === i);
  if (each.length < wanted.size) throw badInput({ recipients: 'This person isn’t on the appointment' });
  const mute = each.find((one) => one.email === '');
  if (mute) throw badInput({ recipients: 'At least one recipient has no email address' });
  return {
    recipients: await sendTo(ctx, facts, each, { template: input.template, occasion: newId(), extra }),
  };
}
