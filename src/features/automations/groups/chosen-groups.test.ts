import { expect, test } from 'vitest';
import { getDefaults, updateAppointment } from '#features/appointments/booking-contract.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from '../groups-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const message = { to_address: ['clients'], subject: 'Soon', body_content: '<p>See you soon.</p>' };
const dayBefore = { event_type: 18, trigger_type: 'before', duration: 24, duration_type: 1 } as const;

async function companyGroup(name: string, more: { is_default?: boolean } = {}) {
  const group = await owner.call(contract.createActionGroup, { name, ...more });
  const action = await owner.call(contract.createAction, { id: group.id, ...message, ...dayBefore });
  return { ...group, actions: [action] };
}

const copiesOf = (appointmentId: string) => owner.call(contract.listActionGroups, { appointmentId });

async function runAtOf(actionId: string | undefined): Promise<string[]> {
  const rows = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('automation_jobs')
      .where('action_id', '=', actionId ?? '')
      .select('run_at')
      .execute(),
  );
  return rows.map((row) => new Date(row.run_at).toISOString());
}

test('the dialog offers the groups of the company in order, with its default ones', async () => {
  const [first, second] = [await companyGroup('First'), await companyGroup('Second', { is_default: true })];
  const { actionGroups } = await owner.call(getDefaults, {});
  // The starter group of a new company comes first, and is off.
  expect(actionGroups).toEqual([
    expect.objectContaining({ name: 'Booking and reminders', enable: false, is_default: false }),
    { id: first.id, name: 'First', enable: true, is_default: false },
    { id: second.id, name: 'Second', enable: true, is_default: true },
  ]);
});

test('edits made in the dialog are those of the appointment, and its payload reads back as it was sent', async () => {
  const group = await companyGroup('Edited');
  const [own] = group.actions;
  const edited = {
    id: group.id,
    name: 'Edited for this job',
    actions: [
      { ...own, duration: 48 },
      { ...message, event_type: 2, subject: 'Thank you' },
    ],
  };
  const { appointment } = await bookedAppointment(owner, { at: '2030-03-08T09:00', action_groups: [edited] });
  const read = await owner.call(getAppointment, { inspection_id: appointment.id });
  expect(read).toMatchObject({ action_groups: [JSON.parse(JSON.stringify(edited))] });
  const [copy] = await copiesOf(appointment.id);
  expect(copy).toMatchObject({ name: 'Edited for this job' });
  expect(copy?.actions.map((one) => [one.event_type, one.duration, one.subject])).toEqual([
    [18, 48, 'Soon'],
    [2, 0, 'Thank you'],
  ]);
  expect(await runAtOf(copy?.actions[0]?.id)).toEqual(['2030-03-06T14:00:00.000Z']);
  const company = await owner.call(contract.listActionGroups, {});
  expect(company.find((one) => one.id === group.id)?.actions).toHaveLength(1);
});

test('bad input of a chosen group names its field, and nothing is booked', async () => {
  const group = await companyGroup('Bad');
  const book = (action_groups: unknown[]) =>
    bookedAppointment(owner, { at: '2030-03-20T09:00', action_groups });
  const actions = [
    { ...message, certain_hours: [0, 99] },
    { ...message, action_type: 9 },
  ];
  const refusal = (error: object) => ({ answer: { error } });
  await expect(book([{ id: group.id, name: 'Bad', actions }])).rejects.toMatchObject(
    refusal({
      type: 'BAD_USER_INPUT',
      details: {
        'action_groups.0.actions.0.certain_hours': 'Enter a whole number from 1 to 47',
        'action_groups.0.actions.1.action_type': expect.any(String),
      },
    }),
  );
  await expect(book(['2f4c1f0e-6a3b-4c55-9b0e-0d6f6d2b8a11'])).rejects.toMatchObject(
    refusal({ details: { 'action_groups.0': 'This group is not available' } }),
  );
  await expect(book([{ name: 'No id' }])).rejects.toMatchObject(
    refusal({ details: { 'action_groups.0.id': expect.any(String) } }),
  );
  // The time is still free.
  await book([group.id]);
});

test('other groups chosen later are copied, those left out are removed, and edits of the rest stay', async () => {
  const [one, two] = [await companyGroup('One'), await companyGroup('Two')];
  const { appointment } = await bookedAppointment(owner, { at: '2030-03-12T09:00', action_groups: [one.id] });
  const { id } = appointment;
  const [copy] = await copiesOf(id);
  const action = copy?.actions[0]?.id ?? '';
  await owner.call(contract.updateAction, { id: copy?.id ?? '', actionId: action, subject: 'Edited' });
  await owner.call(updateAppointment, { id, action_groups: [one.id, two.id] });
  expect((await copiesOf(id)).map((group) => [group.name, group.actions[0]?.subject])).toEqual([
    ['One', 'Edited'],
    ['Two', 'Soon'],
  ]);
  await owner.call(contract.chooseActionGroups, { id, groupIds: [two.id] });
  expect((await copiesOf(id)).map((group) => group.name)).toEqual(['Two']);
  expect(await owner.call(getAppointment, { inspection_id: id })).toMatchObject({ action_groups: [two.id] });
});

test('a group deleted in the company stays with the appointments that have it', async () => {
  const group = await companyGroup('Deleted later');
  const { appointment } = await bookedAppointment(owner, {
    at: '2030-03-14T09:00',
    action_groups: [group.id],
  });
  await owner.call(contract.deleteActionGroup, { id: group.id });
  await owner.call(updateAppointment, { id: appointment.id, action_groups: [group.id] });
  expect((await copiesOf(appointment.id)).map((one) => one.name)).toEqual(['Deleted later']);
});
