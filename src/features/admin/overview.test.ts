import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import { overview } from './contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

test('the platform administrator sees the number of companies and users, without platform accounts', async () => {
  const first = await testApp.create.owner();
  await testApp.create.member(first, { type: 'technician' });
  await testApp.create.member(first, { type: 'technician' });
  await testApp.create.member(first, { type: 'staff' });
  const second = await testApp.create.owner();
  await testApp.create.deactivate('company', second.id);
  testApp.clock.advance(31 * 86_400_000);
  await testApp.create.owner();
  const admin = await testApp.create.admin();
  expect(await admin.call(overview)).toEqual({
    subscribers: { total: 3, active: 2, joined_last_30_days: 1 },
    users: { total: 6, owners: 3, technicians: 2, staffs: 1 },
  });
});
