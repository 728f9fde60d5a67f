import { bookedAppointment, chosenServices } from '#testing/bookings.ts';
import type { TestUser } from '#testing/test-user.ts';
import { addAttachment } from './attachments-contract.ts';
import { addNote } from './contract.ts';

/** An appointment with a sub-event and everyone involved. */
export async function createAppointmentRecords(
  owner: TestUser,
  people: Record<'technician' | 'client' | 'agent' | 'contractor', string>,
  marker: string,
) {
  const services = await chosenServices(owner, undefined, ['Radon test (48 h)']);
  const { appointment, link } = await bookedAppointment(owner, {
    services,
    clients: [people.client],
    agents: [people.agent],
    contractors: [people.contractor],
    inspectors: [people.technician],
    address: `1 ${marker} Street`,
    inspection_notes: `${marker} gate code`,
    internal_notes: [{ text: `${marker} note` }],
    inspection_events: [
      {
        name: `${marker} radon pick-up`,
        inspector: owner.id,
        start_date: '2030-03-10T09:00',
        end_date: '2030-03-10T10:00',
      },
    ],
  });
  const agentLink = appointment.people.find((one) => one.role === 'agent')?.link ?? '';
  return {
    service: services[0]?.id ?? '',
    addOn: services[0]?.add_ons[0] ?? '',
    template: appointment.templates[0] ?? '',
    appointment: appointment.id,
    appointmentPublic: appointment.public_id,
    personal: new URL(link).searchParams.get('p') ?? '',
    agentPersonal: new URL(agentLink).searchParams.get('p') ?? '',
    subEvent: appointment.inspection_events[0]?.id ?? '',
  };
}

/** A note and an attachment of the appointment. */
export async function createAppointmentDocuments(owner: TestUser, id: string, marker: string) {
  const note = await owner.call(addNote, { id, text: `${marker} second note` });
  const file = new File([`${marker} readings`], `${marker}.txt`, { type: 'text/plain' });
  const attachment = await owner.call(addAttachment, { id, file });
  return { note: note.id, attachment: attachment.id };
}
