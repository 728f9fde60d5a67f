import { expect, test } from 'vitest';
import { openHouse } from '#testing/house.ts';
import { overview } from './contract.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });

test('the platform’s administrator sees how many companies and people there are, without the platform’s own', async () => {
  const first = await house.has.owner();
  await house.has.member(first, { type: 'technician' });
  await house.has.member(first, { type: 'technician' });
  await house.has.member(first, { type: 'staff' });
  const second = await house.has.owner();
  await house.has.ends('company', second.id);
  house.clock.advance(31 * 86_400_000);
  await house.has.owner();
  const admin = await house.has.admin();
  expect(await admin.does(overview)).toEqual({
    subscribers: { total: 3, active: 2, joined_last_30_days: 1 },
    users: { total: 6, owners: 3, technicians: 2, staffs: 1 },
  });
});
