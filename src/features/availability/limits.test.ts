import { expect, test } from 'vitest';
import * as editor from '#features/services/editor-contract.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { changeLimits, getLimits } from './limits-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const other = await testApp.create.owner();
const services = 'This service is not available';
const addOns = 'This add-on is not available';

async function withAddOn(who: TestUser) {
  const { id } = await who.call(editor.createService, { name: 'Manor', base_cost: 1, base_duration: 1 });
  const addOn = await who.call(editor.createAddOn, { id, name: 'Dock', add_fee: 1 });
  return { id, addOnId: addOn.id };
}

test('a technician keeps what was deleted since, and is given nothing else that is deleted or foreign', async () => {
  const [named, late, foreign] = [await withAddOn(owner), await withAddOn(owner), await withAddOn(other)];
  await owner.call(changeLimits, {
    id: owner.id,
    all_services: false,
    services: [named.id],
    add_ons: [named.addOnId],
  });
  for (const each of [named, late]) {
    await owner.call(editor.deleteAddOn, each);
    await owner.call(editor.deleteService, { id: each.id });
  }
  const change = (ids: string[], add_ons: string[]) =>
    owner.request(changeLimits, { id: owner.id, services: ids, add_ons });
  const refused = await change([named.id, late.id, foreign.id], [foreign.addOnId, newId(), named.addOnId]);
  expect(refused.error?.details).toEqual({
    'services.1': services,
    'services.2': services,
    'add_ons.0': addOns,
    'add_ons.1': addOns,
  });
  expect((await change([named.id], [named.addOnId])).status).toBe(200);
  const kept = await owner.call(getLimits, { id: owner.id });
  expect([kept.services, kept.add_ons]).toEqual([[named.id], [named.addOnId]]);
});
