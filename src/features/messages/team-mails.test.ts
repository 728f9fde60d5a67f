import { expect, test } from 'vitest';
import { updateProfile } from '#features/people/profile-contract.ts';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { notify } from './notify.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

/** Queues the mail to the approvers and returns whether it was stored for these. */
async function areNotified(owner: TestUser, to: TestUser[], occasion: string): Promise<boolean[]> {
  await testApp.writeAs(owner.subscriberId, (w) =>
    notify(w, 'report_submitted_for_approval', {
      occasion,
      facts: { author: 'Tess', report: 'Home', address: '1 Main St' },
      path: '/edit-report/1',
    }),
  );
  const keyOf = ({ id }: TestUser) => `report_submitted_for_approval.${occasion}.${id}`;
  const rows = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'outbound_messages').where('key', 'in', to.map(keyOf)).select('key').execute(),
  );
  return to.map((each) => rows.some(({ key }) => key === keyOf(each)));
}

test('a mail with a topic that a member turned off is sent to the others only', async () => {
  const owner = await testApp.create.owner();
  const admin = await testApp.create.member(owner, { type: 'staff', flags: { full_company_admin: true } });
  expect(await areNotified(owner, [owner, admin], 'first')).toEqual([true, true]);
  await admin.call(updateProfile, { report_approvals: 'false' } as never);
  expect(await areNotified(owner, [owner, admin], 'second')).toEqual([true, false]);
  await admin.call(updateProfile, { report_approvals: 'true', payments: 'false' } as never);
  expect(await areNotified(owner, [admin], 'third')).toEqual([true]);
});
