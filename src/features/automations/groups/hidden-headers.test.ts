import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { copyOf } from '#domain/automations/chosen-groups.ts';
import { asPlatform } from '#server/db/connect.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getAppointmentAutomations } from '../appointment-contract.ts';
import * as contract from '../groups-contract.ts';
import { bookedWith, groupOf } from '../running/automations-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const flags = { can_schedule_new: true };
const member = await testApp.create.member(owner, { type: 'technician', flags });

test('who does not manage automations sees the names of headers only, and edits leave their values', async () => {
  const token = { name: 'Authorization', value: 'Bearer hunter2' };
  const action = { event_type: 2, action_type: 3, webhook_headers: [token] };
  const groupId = await groupOf(owner, action);
  const { id } = await bookedWith(owner, groupId, { inspectors: [member.id], at: '2030-03-08T09:00' });
  const [group] = await member.call(contract.listActionGroups, { appointmentId: id });
  const [copy] = group?.actions ?? [];
  expect(copy?.webhook_headers).toEqual([{ ...token, value: '' }]);
  const seen = [
    await member.call(contract.listActionGroups, {}),
    await member.call(getAppointmentAutomations, { id }),
    await member.call(contract.updateAction, {
      ...{ id: group?.id ?? '', actionId: copy?.id ?? '' },
      webhook_headers: [
        { ...token, value: '' },
        { name: 'X-Own', value: 'mine' },
      ],
    }),
  ];
  expect(JSON.stringify(seen)).not.toContain('hunter2');
  const stored = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('actions')
      .where('id', '=', copy?.id ?? '')
      .select('content')
      .executeTakeFirstOrThrow(),
  );
  expect(stored.content).toMatchObject({ webhook_headers: [token, { name: 'X-Own', value: 'mine' }] });
  expect((await owner.call(contract.listActionGroups, { appointmentId: id }))[0]?.actions[0]).toMatchObject({
    webhook_headers: [token, { name: 'X-Own' }],
  });
});

test('a copy that was made in a draft has the header values of the action it was copied from', async () => {
  const token = { name: 'Authorization', value: 'Bearer hunter3' };
  const groupId = await groupOf(owner, { event_type: 2, action_type: 3, webhook_headers: [token] });
  const offered = await member.call(contract.listActionGroups, {});
  const [source] = offered.find((one) => one.id === groupId)?.actions ?? [];
  if (!source) throw new Error('no action');
  const first = copyOf(source, randomUUID());
  const actions = [source, first, copyOf(first, randomUUID())];
  const { appointment } = await bookedAppointment(member, {
    ...{ inspectors: [member.id], at: '2030-03-11T09:00' },
    action_groups: [{ id: groupId, name: 'Group', actions }],
  });
  const [group] = await owner.call(contract.listActionGroups, { appointmentId: appointment.id });
  expect(group?.actions.map((one) => one.webhook_headers)).toEqual([[token], [token], [token]]);
});

test('hidden header values do not follow an action to another host', async () => {
  const token = { name: 'Authorization', value: 'Bearer hunter4' };
  const there = { action_type: 3 as const, webhook_url: 'https://crm.example/in', webhook_headers: [token] };
  const groupId = await groupOf(owner, { event_type: 2, ...there });
  const { id } = await bookedWith(owner, groupId, { inspectors: [member.id], at: '2030-03-12T09:00' });
  const [group] = await member.call(contract.listActionGroups, { appointmentId: id });
  const change = { id: group?.id ?? '', actionId: group?.actions[0]?.id ?? '' };
  const headersAfter = async (webhook_url: string) => {
    await member.call(contract.updateAction, { ...change, webhook_url });
    const [now] = await owner.call(contract.listActionGroups, { appointmentId: id });
    return now?.actions[0]?.webhook_headers;
  };
  expect(await headersAfter('https://crm.example/other')).toEqual([token]);
  expect(await headersAfter('https://elsewhere.example/in')).toEqual([{ ...token, value: '' }]);
  const offered = await member.call(contract.listActionGroups, {});
  const [source] = offered.find((one) => one.id === groupId)?.actions ?? [];
  if (!source) throw new Error('no action');
  const { appointment } = await bookedAppointment(member, {
    ...{ inspectors: [member.id], at: '2030-03-13T09:00' },
    action_groups: [
      {
        ...{ id: groupId, name: 'Group' },
        actions: [source, copyOf(source, randomUUID())].map((one) => ({
          ...one,
          webhook_url: 'https://elsewhere.example/in',
        })),
      },
    ],
  });
  const [booked] = await owner.call(contract.listActionGroups, { appointmentId: appointment.id });
  expect(booked?.actions.flatMap((one) => one.webhook_headers.map(({ value }) => value))).toEqual(['', '']);
});
