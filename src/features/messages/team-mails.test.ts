import { expect, test } from 'vitest';
import { updateProfile } from '#features/people/profile-contract.ts';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { queueMessage } from './queue-message.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

/** Queues the mail to an approver and returns whether it was stored. */
async function isNotified(owner: TestUser, to: TestUser, occasion: string): Promise<boolean> {
  const key = `report_submitted_for_approval.${occasion}.${to.id}`;
  await testApp.writeAs(owner.subscriberId, (w) =>
    queueMessage(w, {
      key,
      template: 'report_submitted_for_approval',
      lang: 'en',
      to: 'somebody@team.example',
      from_name: 'Quixby Inspections',
      facts: { first_name: 'Sam', author: 'Tess', report: 'Home', address: '1 Main St' },
      person_id: to.id,
    }),
  );
  const rows = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'outbound_messages').where('key', '=', key).select('id').execute(),
  );
  return rows.length === 1;
}

test('a mail with a topic that a member turned off is sent to the others only', async () => {
  const owner = await testApp.create.owner();
  const admin = await testApp.create.member(owner, { type: 'staff', flags: { full_company_admin: true } });
  expect([await isNotified(owner, owner, 'first'), await isNotified(owner, admin, 'first')]).toEqual([
    true,
    true,
  ]);
  await admin.call(updateProfile, { report_approvals: 'false' } as never);
  expect([await isNotified(owner, owner, 'second'), await isNotified(owner, admin, 'second')]).toEqual([
    true,
    false,
  ]);
  await admin.call(updateProfile, { report_approvals: 'true', payments: 'false' } as never);
  expect(await isNotified(owner, admin, 'third')).toBe(true);
});
