import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';
import { searchTechnicians, technicians } from './team-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const subscriberId = owner.subscriberId;

test('R-API-060: technicians are found by any part of their name, in any case', async () => {
  const { first_name } = (await owner.call(technicians.list, { subscriberId })).pageData[0] ?? {};
  const found = await owner.call(searchTechnicians, { text: String(first_name).toUpperCase() });
  expect(found.map((one) => one.name)).toEqual([expect.stringContaining(String(first_name))]);
  expect(await owner.call(searchTechnicians, { text: 'no such person' })).toEqual([]);
});

test('R-API-074: the options of the pickers are the people of one status, by kind', async () => {
  const made = await owner.call(contract.clients.create, {
    first_name: 'Ann',
    last_name: 'Berg',
    email: 'ann@example.com',
  });
  const active = await owner.call(contract.getPeopleData, { subscriberId, status: 1 });
  expect(active.clientOptions).toEqual([expect.objectContaining({ id: made.id, first_name: 'Ann' })]);
  expect([active.agentOptions, active.contractorOptions]).toEqual([[], []]);
  expect(active.inspectorOptions).not.toEqual([]);
  const inactive = await owner.call(contract.getPeopleData, { subscriberId, status: 0 });
  expect(inactive.clientOptions).toEqual([]);
});
