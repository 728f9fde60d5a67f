import { expect, test } from 'vitest';
import { cancelAppointment } from '#features/appointments/contract.ts';
import { openTextHarness } from '#features/messages/replies/text-harness-for-tests.ts';
import { mine } from '#server/db/scope.ts';
import type { TestUser } from '#testing/test-user.ts';
import { bookedWith, groupOf, runAutomations } from './automations-for-tests.ts';

// 6:25 in New York; texts are sent from 8:00.
const { testApp, company, advanceTime } = await openTextHarness({ at: '2030-03-05T11:25:00Z' });

const text = { action_type: 2, body_content: 'See you at {{inspection.time}}.' };
const hoursBefore = (duration: number) => ({
  ...{ ...text, event_type: 18, trigger_type: 'before', duration, duration_type: 1 },
});

const textsOf = async (owner: TestUser, id: string) =>
  testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'outbound_messages')
      .where('appointment_id', '=', id)
      .where('channel', '=', 'text')
      .where('template_key', '=', 'action')
      .select(['status', 'error'])
      .execute(),
  );

test('a text that waits for the morning is not sent once its appointment is canceled or has started', async () => {
  const owner = await company();
  const group = await groupOf(owner, hoursBefore(3), { ...text, event_type: 14 });
  const notifications = { send_notifications: false };
  const [canceled, later] = [
    await bookedWith(owner, group, { at: '2030-03-05T09:30', ...notifications }),
    await bookedWith(owner, group, { at: '2030-03-05T14:00', ...notifications }),
  ];
  const started = await bookedWith(owner, await groupOf(owner, hoursBefore(1)), {
    ...{ at: '2030-03-05T07:30', ...notifications, inspectors: [] },
  });
  await advanceTime('6 minutes');
  await runAutomations(testApp);
  const waits = [{ status: 'queued', error: expect.stringContaining('8:00') }];
  for (const { id } of [canceled, started]) expect(await textsOf(owner, id)).toEqual(waits);
  await owner.call(cancelAppointment, { id: canceled.id, reason: 'Sold' });
  await runAutomations(testApp);
  await advanceTime('95 minutes');
  await runAutomations(testApp);
  const outdated = { status: 'failed', error: 'The appointment changed before the text was sent' };
  expect(await textsOf(owner, canceled.id)).toEqual([outdated, { status: 'delivered', error: null }]);
  expect(await textsOf(owner, started.id)).toEqual([outdated]);
  await advanceTime('4 hours');
  await runAutomations(testApp);
  expect(await textsOf(owner, later.id)).toEqual([{ status: 'delivered', error: null }]);
});
