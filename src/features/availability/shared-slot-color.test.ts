import { expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as contract from './contract.ts';
import * as slotsContract from './slots-contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });

/** Creates a company whose owner and one technician are both free at nine on a Friday, the owner also at ten. */
async function company() {
  const owner = await app.create.owner();
  const technician = await app.create.member(owner, { type: 'technician' });
  const nine = { team_id: technician.id, start_time: 900, days: [5], added_by: owner.id };
  await owner.call(contract.addAvailability, nine);
  return { owner, technician };
}

async function colorsOf(person: TestUser) {
  const days = { fromDate: '2030-03-08', toDate: '2030-03-08' };
  const { timeSlots } = await person.call(slotsContract.listSlots, days);
  return timeSlots.filter(({ hour }) => hour === 9 || hour === 10).map(({ color }) => color);
}

const choose = (person: TestUser, company_color: string) =>
  person.call(updateSettings, { subscriberId: person.subscriberId, company_color });

test("slots shared by several technicians have the company's color, updated as soon as it changes", async () => {
  const { owner, technician } = await company();
  const { owner: neighbour } = await company();
  expect(await colorsOf(owner)).toEqual(['#1c7ed6', '#add8e6']);
  await choose(owner, '#2B8A3E');
  expect(await colorsOf(owner)).toEqual(['#2b8a3e', '#add8e6']);
  expect(await colorsOf(technician)).toEqual(['#2b8a3e', '#add8e6']);
  expect(await colorsOf(neighbour)).toEqual(['#1c7ed6', '#add8e6']);
  await choose(neighbour, '#7048e8');
  expect(await colorsOf(neighbour)).toEqual(['#7048e8', '#add8e6']);
  await choose(owner, '#1c7ed6');
  expect(await colorsOf(owner)).toEqual(['#1c7ed6', '#add8e6']);
});
