import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import { listViews, maxViews, removeView, saveView, updateView } from './view-contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const past = {
  list: 'appointments' as const,
  name: 'Past',
  address: 'tab=past',
  columns: null,
  is_default: false,
};

test('a view is saved per user and list, renamed, overwritten and deleted', async () => {
  const owner = await app.create.owner();
  const columns = { list: 'appointments', shown: ['address', 'date'] };
  const { id } = await owner.call(saveView, { ...past, columns });
  await owner.call(updateView, { id, name: 'Unpaid', address: 'tab=past&paid=no' });
  const { views } = await owner.call(listViews, { list: 'appointments' });
  expect(views).toEqual([{ id, name: 'Unpaid', address: 'tab=past&paid=no', columns, is_default: false }]);
  expect(await owner.call(listViews, { list: 'payments' })).toEqual({ views: [] });
  const staff = await app.create.member(owner, { type: 'staff' });
  expect(await staff.call(listViews, { list: 'appointments' })).toEqual({ views: [] });
  expect((await staff.request(updateView, { id, name: 'Mine' })).status).toBe(404);
  expect((await staff.request(removeView, { id })).status).toBe(404);
  await owner.call(removeView, { id });
  expect(await owner.call(listViews, { list: 'appointments' })).toEqual({ views: [] });
});

test('a name is used once per list, whatever its case and accents', async () => {
  const owner = await app.create.owner();
  const { id } = await owner.call(saveView, { ...past, name: 'Überfällig' });
  const again = await owner.request(saveView, { ...past, name: 'uberfallig' });
  expect(again.error?.details).toHaveProperty('name');
  await owner.call(saveView, { ...past, list: 'payments', name: 'Überfällig' });
  await owner.call(updateView, { id, name: 'überfällig' });
  const other = await owner.call(saveView, past);
  expect((await owner.request(updateView, { id: other.id, name: 'ÜBERFÄLLIG' })).status).toBe(400);
});

test('one view of a list is the default', async () => {
  const owner = await app.create.owner();
  const first = await owner.call(saveView, { ...past, is_default: true });
  const second = await owner.call(saveView, { ...past, name: 'Second', is_default: true });
  const defaults = async () =>
    (await owner.call(listViews, { list: 'appointments' })).views
      .filter((one) => one.is_default)
      .map((one) => one.id);
  expect(await defaults()).toEqual([second.id]);
  await owner.call(updateView, { id: first.id, is_default: true });
  expect(await defaults()).toEqual([first.id]);
  await owner.call(updateView, { id: first.id, is_default: false });
  expect(await defaults()).toEqual([]);
});

test('stores at most twenty views, also when they arrive at once, and none of excessive size', async () => {
  const owner = await app.create.owner();
  const answers = await Promise.all(
    Array.from({ length: maxViews + 5 }, (_, i) => owner.request(saveView, { ...past, name: `View ${i}` })),
  );
  expect(answers.filter((one) => one.status === 200)).toHaveLength(maxViews);
  expect(answers.find((one) => one.status !== 200)?.error?.details).toHaveProperty('name');
  const { error } = await owner.request(saveView, { ...past, list: 'people', address: 'x'.repeat(1501) });
  expect(error?.details).toHaveProperty('address');
});
