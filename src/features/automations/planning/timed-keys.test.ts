import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from '../groups-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const file = join(import.meta.dirname, '../../../../migrations/0073_keys_of_timed_jobs.sql');
const [statement = ''] = /^with [\s\S]*?;/m.exec(readFileSync(file, 'utf8')) ?? [];

test('a job on a start that has the key of an earlier version is not planned twice', async () => {
  const group = await owner.call(contract.createActionGroup, { name: 'Group' });
  const about = { event_type: 18, trigger_type: 'before', duration: 24, duration_type: 1 } as const;
  const message = { to_address: ['clients'], subject: 'Soon', body_content: '<p>See you soon.</p>' };
  await owner.call(contract.createAction, { id: group.id, ...message, ...about });
  const { appointment } = await bookedAppointment(owner, {
    action_groups: [group.id],
    at: '2030-03-08T09:00',
  });
  const jobs = () =>
    asPlatform(testApp.runtime.db, (trx) =>
      trx
        .selectFrom('automation_jobs')
        .where('appointment_id', '=', appointment.id)
        .where('action_id', 'is not', null)
        .select(['id', 'dedupe_key'])
        .execute(),
    );
  const before = await jobs();
  expect(before).toHaveLength(1);
  await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .updateTable('automation_jobs')
      .set({ dedupe_key: sql<string>`dedupe_key || '.start'` })
      .where('appointment_id', '=', appointment.id)
      .where('action_id', 'is not', null)
      .execute(),
  );
  await asPlatform(testApp.runtime.db, (trx) => sql.raw(statement).execute(trx));
  await owner.call(updateAppointment, { id: appointment.id, date_time: '2030-03-10T10:00' });
  expect(await jobs()).toEqual(before);
});
