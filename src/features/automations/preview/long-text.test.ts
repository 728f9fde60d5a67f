import { expect, test } from 'vitest';
import { newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { previewActions } from '../jobs-contract.ts';
import { bookedWith, groupOf } from '../running/automations-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();

test('a preview says that a text is too long to be sent', async () => {
  const ann = await newClient(owner, { first_name: 'Ann', phone: '5125550142' });
  const text = { event_type: 2, action_type: 2, to_address: ['clients'], subject: '' };
  const group = await groupOf(
    owner,
    { ...text, body_content: '{{inspection.notes}}' },
    { ...text, body_content: 'Bring a coat.' },
  );
  const { id } = await bookedWith(owner, group, {
    clients: [ann],
    inspection_notes: 'Bring a coat. '.repeat(120),
  });
  const previews = await owner.call(previewActions, { appointment_id: id });
  expect(previews.map((one) => [one.would_run, one.reason])).toEqual([
    [false, 'too_long'],
    [true, null],
  ]);
});
