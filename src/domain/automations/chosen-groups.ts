/** The groups chosen for an appointment, as its draft and payload name them. */
import type { Action, ActionGroup } from './action-types.ts';

/** An action of a chosen group; a copy names the group's action that it was made from. */
export type ChosenAction = Action & { copy_of?: string };

/** A group with the edits made for one appointment. `id` is the company's group. */
export type EditedGroup = Pick<ActionGroup, 'id' | 'name'> &
  Partial<Pick<ActionGroup, 'enable'>> & { actions: ChosenAction[] };

/** Returns a copy of an action with another id. The server gives it the header values that are hidden from its user. */
export function copyOf<A extends Pick<ChosenAction, 'id' | 'copy_of'>>(
  action: A,
  id: string,
): A & { copy_of: string } {
  return { ...action, id, copy_of: action.copy_of ?? action.id };
}

/** Returns the id of the company's group that an entry names; null if it names none. */
export function chosenGroupId(entry: unknown): string | null {
  if (typeof entry === 'string') return entry;
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : null;
  return typeof id === 'string' ? id : null;
}

/** Returns the ids of the chosen groups, each once. */
export function chosenGroupIds(entries: readonly unknown[]): string[] {
  return [...new Set(entries.flatMap((one) => chosenGroupId(one) ?? []))];
}

/** Returns the entry as a group with edits; null if the group was chosen as it is. */
export function editedGroup(entry: unknown): EditedGroup | null {
  const isEdited = typeof entry === 'object' && entry !== null && 'actions' in entry && 'name' in entry;
  return isEdited && chosenGroupId(entry) !== null ? (entry as EditedGroup) : null;
}

/** Returns the entries with exactly these groups: edits of those that stay are unchanged. */
export function chooseGroups(entries: readonly unknown[], ids: readonly string[]): unknown[] {
  return ids.map((id) => entries.find((one) => chosenGroupId(one) === id) ?? id);
}

/** Returns the entries with the names of their webhooks' headers only: the values may be tokens. */
export function withoutHeaderValues(entries: readonly unknown[]): unknown[] {
  return entries.map((entry) => {
    const group = editedGroup(entry);
    return group ? { ...group, actions: group.actions.map(hideValues) } : entry;
  });
}

/** What a payload says of an action may lack any member. */
function hideValues<A extends Partial<Action>>(action: A): A {
  const { webhook_headers: headers } = action;
  return headers ? { ...action, webhook_headers: headers.map((one) => ({ ...one, value: '' })) } : action;
}
