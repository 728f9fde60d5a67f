import { addHours } from '#domain/base/time.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { newId, newPublicId } from '#server/ids.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';

/** Switches on online scheduling, so that visitors can book. */
export async function openBooking(owner: TestUser): Promise<void> {
  const { subscriberId } = owner;
  await owner.call(updateSettings, { subscriberId, enable_online_scheduling: true });
}

/** What a visitor would have sent for the appointment, and a former proposal of another time. */
export async function createBookingRecords(
  testApp: TestApp,
  { subscriberId: subscriber_id }: TestUser,
  { appointment_id, technician }: { appointment_id: string; technician: string },
  marker: string,
) {
  const proposal = newId();
  const confirmation = newPublicId();
  const client = { first_name: marker, last_name: 'Visitor', email: 'visitor@sample.example', phone: '' };
  await testApp.writeAs(subscriber_id, async (w) => {
    await w.db
      .insertInto('online_bookings')
      .values({
        ...{ subscriber_id, id: newId(), appointment_id, submission_key: newId(), body_hash: '' },
        ...{ mode: 'request', source: 'request', sender: '', created_at: w.now },
        confirmation_key: confirmation,
        answers: JSON.stringify({ role: 'client', client, agent: null, message: `${marker} side door` }),
      })
      .execute();
    const people = { role: 'client', client, agent: null };
    const form = { mode: 'schedule', location: { address: `${marker} Street` }, people, message: '' };
    const until = addHours(w.now, 24);
    await w.db
      .insertInto('online_bookings')
      .values({
        ...{
          subscriber_id,
          id: newId(),
          submission_key: newId(),
          body_hash: '',
          answers: JSON.stringify(people),
        },
        ...{ mode: 'schedule', source: 'online', sender: '', created_at: w.now },
        ...{ confirmation_key: newPublicId(), confirm_until: until },
        waiting: JSON.stringify({
          input: form,
          at: w.now,
          end: w.now,
          until,
          held_until: null,
          services: [],
        }),
      })
      .execute();
    await w.db
      .insertInto('time_proposals')
      .values({
        ...{ subscriber_id, id: proposal, appointment_id, message: `${marker} times` },
        times: JSON.stringify([{ technician_id: technician, at: '2030-03-09T14:00:00Z' }]),
        ...{ proposed_by: null, expires_at: w.now, closed_at: w.now, created_at: w.now },
      })
      .execute();
  });
  return { proposal, confirmation };
}
