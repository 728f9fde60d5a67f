import { sql } from 'kysely';
import { sweepAutomations } from '#app/jobs/sweep-automations.ts';
import { asPlatform } from '#server/db/connect.ts';
import { type BookingOverrides, bookedAppointment } from '#testing/bookings.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as contract from '../groups-contract.ts';

/** Runs everything that is due now: sweeps, jobs and what they enqueue, until nothing is left. */
export async function runAutomations(testApp: TestApp): Promise<void> {
  await testApp.runDueJobs();
  for (let round = 0; round < 100 && (await sweepAutomations(testApp.runtime)) > 0; round++)
    await testApp.runDueJobs();
}

/** A complete email to the clients. */
export const email = { to_address: ['clients'], subject: 'Soon', body_content: '<p>See you soon.</p>' };

/** Creates a group of the company with these actions, by default emails to the clients. */
export async function groupOf(owner: TestUser, ...actions: object[]): Promise<string> {
  const group = await owner.call(contract.createActionGroup, { name: 'Group' });
  for (const action of actions)
    await owner.call(contract.createAction, { id: group.id, ...email, ...action });
  return group.id;
}

/** Books an appointment with copies of a group. */
export async function bookedWith(owner: TestUser, groupId: string, overrides: BookingOverrides = {}) {
  const { appointment } = await bookedAppointment(owner, { action_groups: [groupId], ...overrides });
  return appointment;
}

/** The jobs of an appointment's actions, reminders left out, in the order of their events. */
export async function jobsOf(testApp: TestApp, appointmentId: string) {
  const rows = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('automation_jobs')
      .where('appointment_id', '=', appointmentId)
      .where('action_id', 'is not', null)
      .orderBy('occurred_at')
      .orderBy('id')
      .selectAll()
      .execute(),
  );
  return rows.map((row) => ({ ...row, run_at: new Date(row.run_at).toISOString() }));
}

/** Plans the same job of an appointment many times. */
export async function multiply(
  testApp: TestApp,
  owner: TestUser,
  appointmentId: string,
  count: number,
): Promise<void> {
  await asPlatform(testApp.runtime.db, (trx) =>
    sql`insert into automation_jobs (subscriber_id, id, appointment_id, action_id, event_type, occurrence_id, occurred_at,
        event_data, dedupe_key, run_at, status, created_at, updated_at)
      select subscriber_id, gen_random_uuid(), appointment_id, action_id, event_type, n::text, occurred_at, event_data,
        dedupe_key || n, run_at, 'pending', created_at, updated_at
      from automation_jobs, generate_series(1, ${count - 1}) n
      where subscriber_id = ${owner.subscriberId} and appointment_id = ${appointmentId} and event_type = 2`.execute(
      trx,
    ),
  );
}
