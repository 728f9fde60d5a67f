import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { mine } from '#server/db/scope.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getInvoice } from '../contract.ts';

/** Books an appointment and returns it with its invoice, of $600 unless `more` says otherwise. */
export async function bookWithInvoice(owner: TestUser, more: Parameters<typeof goodPayload>[1] = {}) {
  const appointment = await owner.call(bookAppointment, await goodPayload(owner, more));
  return { appointment, invoice: await owner.call(getInvoice, { id: appointment.id }) };
}

/** Lists the event types of an appointment in order. */
export async function listEventTypes(
  testApp: TestApp,
  owner: TestUser,
  appointmentId: string,
): Promise<string[]> {
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'events').where('appointment_id', '=', appointmentId).orderBy('id').select('type').execute(),
  );
  return rows.map((row) => row.type);
}
