import { expect, test } from 'vitest';
import { updateProfile } from '#features/people/profile-contract.ts';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { queueMessage } from './queue-message.ts';

const house = await startTestApp({ at: '2030-03-01T14:00:00Z' });

/** Queues the mail to an approver and returns whether it was stored. */
async function isTold(owner: TestUser, to: TestUser, occasion: string): Promise<boolean> {
  const key = `report_submitted_for_approval.${occasion}.${to.id}`;
  await house.writeAs(owner.subscriberId, (w) =>
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
  const rows = await house.readAs(owner.subscriberId, (r) =>
    mine(r, 'outbound_messages').where('key', '=', key).select('id').execute(),
  );
  return rows.length === 1;
}

test('a mail with a topic that a member turned off is sent to the others only', async () => {
  const owner = await house.create.owner();
  const admin = await house.create.member(owner, { type: 'staff', flags: { full_company_admin: true } });
  expect([await isTold(owner, owner, 'first'), await isTold(owner, admin, 'first')]).toEqual([true, true]);
  await admin.call(updateProfile, { report_approvals: 'false' } as never);
  expect([await isTold(owner, owner, 'second'), await isTold(owner, admin, 'second')]).toEqual([true, false]);
  await admin.call(updateProfile, { report_approvals: 'true', payments: 'false' } as never);
  expect(await isTold(owner, admin, 'third')).toBe(true);
});
