import type { Action } from '#domain/automations/action-types.ts';
import { missingIn } from '#domain/automations/missing.ts';
import type { ActionGroupOnWire, ActionOnWire } from '../groups-contract.ts';
import type { StoredAction, StoredGroup } from './store.ts';

/** Returns an action in wire format, with what it lacks. */
export function presentAction(action: Action & Partial<StoredAction>): ActionOnWire {
  const { group_id: _group, position: _position, source_id: _source, ...members } = action;
  const missing = missingIn(action);
  return { ...members, is_complete: missing.length === 0, missing };
}

/** Returns a group in wire format. */
export function presentGroup(group: StoredGroup): ActionGroupOnWire {
  const { id, name, enable, is_default, position, actions } = group;
  return { id, name, enable, is_default, position, actions: actions.map(presentAction) };
}

/** Returns an action for the audit log: its headers may hold tokens, so they are named without their values. */
export function auditedAction(action: Action & Partial<StoredAction>) {
  const webhook_headers = action.webhook_headers.map(({ name }) => name);
  return { ...presentAction(action), webhook_headers };
}
