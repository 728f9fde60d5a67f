import { expect, test } from 'vitest';
import { agents, clients, contractors } from '#features/people/contract.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { createDiscount, deleteDiscount, updateDiscount } from './discount-contract.ts';
import * as editor from './editor-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const other = await testApp.create.owner();

const person = { first_name: 'Ida', last_name: 'Other', email: '', phone: '' };

async function withAddOn(who: TestUser) {
  const { id } = await who.call(editor.createService, { name: 'Manor', base_cost: 1, base_duration: 1 });
  const addOn = await who.call(editor.createAddOn, { id, name: 'Dock', add_fee: 1 });
  return { id, addOnId: addOn.id };
}

test('a service accepts contractors only: no client, no agent, no deleted one, none of another company', async () => {
  const { id } = await withAddOn(owner);
  const own = await owner.call(contractors.create, { ...person, email: 'ida@own.example' });
  const gone = await owner.call(contractors.create, { ...person, email: 'ida@gone.example' });
  await owner.call(contractors.remove, { id: gone.id });
  const foreign = await other.call(contractors.create, { ...person, email: 'ida@own.example' });
  const client = await owner.call(clients.create, { ...person, email: 'ida@client.example' });
  const agent = await owner.call(agents.create, { ...person, email: 'ida@agent.example' });
  const named = [own.id, gone.id, foreign.id, client.id, agent.id, newId(), owner.id];
  const answer = await owner.request(editor.updateService, { id, contractors: named });
  const message = 'This contractor is not available';
  expect(answer.error?.details).toEqual(
    Object.fromEntries([1, 2, 3, 4, 5, 6].map((i) => [`contractors.${i}`, message])),
  );
  expect((await owner.call(editor.getService, { id })).contractors).toEqual([]);
  await owner.call(editor.updateService, { id, contractors: [own.id] });
  expect((await owner.call(editor.getService, { id })).contractors).toEqual([own.id]);
});

const unavailable = {
  services: 'This service is not available',
  addOns: 'This add-on is not available',
};

test('a discount code keeps what it named before it was deleted, and accepts no other deleted one', async () => {
  const [named, late, foreign] = [await withAddOn(owner), await withAddOn(owner), await withAddOn(other)];
  const code = await owner.call(createDiscount, {
    code: 'KEEPS',
    type: 1,
    value: 5,
    service_ids: [named.id],
    add_on_ids: [named.addOnId],
  });
  for (const each of [named, late]) {
    await owner.call(editor.deleteAddOn, each);
    await owner.call(editor.deleteService, { id: each.id });
  }
  const change = (service_ids: string[], add_on_ids: string[]) =>
    owner.request(updateDiscount, { id: code.id, service_ids, add_on_ids });
  const refused = await change(
    [named.id, late.id, foreign.id],
    [named.addOnId, late.addOnId, foreign.addOnId],
  );
  expect(refused.error?.details).toEqual({
    'service_ids.1': unavailable.services,
    'service_ids.2': unavailable.services,
    'add_on_ids.1': unavailable.addOns,
    'add_on_ids.2': unavailable.addOns,
  });
  expect((await change([named.id], [named.addOnId])).status).toBe(200);
  await owner.call(deleteDiscount, { id: code.id });
});
