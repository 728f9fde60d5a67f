import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });

test('the numbers that encode weeks match the start times after any combination of additions and removals', async () => {
  const owner = await app.create.owner();
  const technician = await app.create.member(owner, { type: 'technician' });
  const times = [0, 30, 800, 830, 1200, 1730, 2330];
  const added = times.map((start_time, n) =>
    owner.call(contract.addAvailability, {
      team_id: technician.id,
      start_time,
      days: [n % 7, (n + 2) % 7, 6],
      added_by: owner.id,
    }),
  );
  // The owner starts with office hours.
  const week = await owner.call(contract.getAvailability, { id: owner.id });
  const removed = ['800', '900', '1000'].map((time) =>
    owner.call(contract.removeAvailability, {
      timeSlotsIds: Object.values(week[time] ?? {}).flatMap((starts) => starts.map((start) => start.id)),
    }),
  );
  await Promise.all([...added, ...removed]);
  const own = await owner.call(contract.getAvailability, { id: technician.id });
  const late = own['2330']?.['6']?.[0]?.id ?? '';
  await owner.call(contract.removeAvailability, { timeSlotsIds: [late] });
  const { rows } = await app.readAs(owner.subscriberId, (ctx) =>
    sql<{ stored: string; expected: string }>`
      select
        (select string_agg(concat_ws(' ', team_id, day, halves), ';' order by team_id, day)
          from availability_weeks where halves <> 0) as stored,
        (select string_agg(concat_ws(' ', team_id, day, halves), ';' order by team_id, day) from (
          select team_id, day, bit_or(1::bigint << (start_time / 100 * 2 + start_time % 100 / 30)) as halves
          from availability_slots group by team_id, day) as counted) as expected`.execute(ctx.db),
  );
  expect(rows[0]?.expected).toContain(technician.id);
  expect(rows[0]?.stored).toBe(rows[0]?.expected);
});
