import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { mine } from '#server/db/scope.ts';
import type { TestHouse } from '#testing/house.ts';
import type { Person } from '#testing/person.ts';
import { getInvoice } from '../contract.ts';

/** A booked appointment with its invoice of $600, or of what `more` says. */
export async function booked(owner: Person, more: Parameters<typeof goodPayload>[1] = {}) {
  const appointment = await owner.does(bookAppointment, await goodPayload(owner, more));
  return { appointment, invoice: await owner.does(getInvoice, { id: appointment.id }) };
}

/** What happened to an appointment, in order. */
export async function typesOf(house: TestHouse, owner: Person, appointmentId: string): Promise<string[]> {
  const rows = await house.reads(owner.subscriberId, (ctx) =>
    mine(ctx, 'events').where('appointment_id', '=', appointmentId).orderBy('id').select('type').execute(),
  );
  return rows.map((row) => row.type);
}
