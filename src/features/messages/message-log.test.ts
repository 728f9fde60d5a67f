import { expect, test } from 'vitest';
import { updateMine } from '#server/db/scope.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { listMessageLog } from './contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

test('lists the company’s messages newest first, page by page, by state and by recipient', async () => {
  const owner = await testApp.create.owner();
  const stranger = await testApp.create.owner();
  const people = [
    await newClient(owner, { email: 'Ann_1@log.example' }),
    await newClient(owner, { email: 'annx1@log.example' }),
  ];
  const { appointment } = await bookedAppointment(owner, { clients: people });
  // Signing up sends a mail to the owner.
  const log = async (input: object, who = owner) =>
    (await who.call(listMessageLog, input)).pageData.filter((one) => one.appointment_id !== null);
  expect(await log({}, stranger)).toEqual([]);
  await testApp.runDueJobs();
  const all = await log({});
  expect(all).toHaveLength(2);
  expect(all[0]).toMatchObject({ appointment_id: appointment.id, status: 'sent', channel: 'email' });
  expect((all[0]?.id ?? '') > (all[1]?.id ?? '')).toBe(true);
  const first = await owner.call(listMessageLog, { perPage: 1 });
  expect(first.pageInfo).toMatchObject({ total: 3, hasNextPage: true });
  const cursor = first.pageInfo.endCursor ?? '';
  expect((await log({ perPage: 1, cursor })).map((one) => one.id)).toEqual([all[1]?.id]);
  // The underscore is a letter of the address here, not a wildcard; letters match in any case.
  expect((await log({ to: 'ann_' })).map((one) => one.to_address.toLowerCase())).toEqual([
    'ann_1@log.example',
  ]);
  expect(await log({ to: 'log.example' })).toEqual([]);
  expect(await log({ state: 'failed' })).toEqual([]);
  expect(await log({ state: 'open' })).toEqual([]);
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'outbound_messages')
      .set({ status: 'failed', error: 'mailbox full' })
      .where('id', '=', all[0]?.id ?? '')
      .execute(),
  );
  expect(await log({ state: 'failed' })).toMatchObject([{ id: all[0]?.id, error: 'mailbox full' }]);
  expect(await log({ state: 'sent' })).toHaveLength(1);
});
