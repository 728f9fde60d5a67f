import { expect, test } from 'vitest';
import { newAction } from './action-types.ts';
import { chooseGroups, chosenGroupIds, editedGroup, withoutHeaders } from './chosen-groups.ts';

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

test('shown entries have no headers of webhooks', () => {
  const action = { ...newAction('a'), webhook_headers: [{ name: 'Authorization', value: 'Bearer hunter2' }] };
  const shown = withoutHeaders(['plain', { id: 'edited', name: 'Edited', actions: [action] }]);
  expect(shown).toMatchObject(['plain', { id: 'edited', actions: [{ id: 'a', webhook_url: '{host}' }] }]);
  expect(JSON.stringify(shown)).not.toContain('hunter2');
});
