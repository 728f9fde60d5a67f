import { expect, test } from 'vitest';
import { newAction } from './action-types.ts';
import { chooseGroups, chosenGroupIds, editedGroup, withoutHeaderValues } from './chosen-groups.ts';

const edited = { id: 'b', name: 'Moved in', actions: [] };

test('choosing other groups leaves the edits of those that stay', () => {
  expect(chooseGroups(['a', edited], ['b', 'c'])).toEqual([edited, 'c']);
});

test('each group counts once, and entries without an id not at all', () => {
  expect(chosenGroupIds(['a', edited, 'a', null, 7, { name: 'x' }])).toEqual(['a', 'b']);
});

test('a group named by its id alone has no edits', () => {
  expect(editedGroup('b')).toBeNull();
  expect(editedGroup({ id: 'b' })).toBeNull();
  expect(editedGroup(edited)).toBe(edited);
});

test('shown entries name the headers of webhooks without their values', () => {
  const webhook_headers = [{ name: 'Authorization', value: 'Bearer hunter2' }];
  const actions = [{ ...newAction('a'), webhook_headers }, { subject: 'Added' }];
  const shown = withoutHeaderValues(['plain', { id: 'edited', name: 'Edited', actions }]);
  const hidden = { ...newAction('a'), webhook_headers: [{ name: 'Authorization', value: '' }] };
  expect(shown).toEqual(['plain', { id: 'edited', name: 'Edited', actions: [hidden, { subject: 'Added' }] }]);
});
