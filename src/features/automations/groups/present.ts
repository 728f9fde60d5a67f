import type { Action } from '#domain/automations/action-types.ts';
import { missingIn } from '#domain/automations/missing.ts';
import { allows } from '#domain/people/permissions.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { ActionGroupOnWire, ActionOnWire } from '../groups-contract.ts';
import type { StoredAction, StoredGroup } from './store.ts';

type Caller = Pick<ReadCtx | WriteCtx, 'requireUser'>;

/**
 * Returns an action in wire format, with what it lacks. Headers may hold tokens: callers who do not manage automations get
 * their names only.
 */
export function presentAction(ctx: Caller, action: Action & Partial<StoredAction>): ActionOnWire {
  return seesHeaderValues(ctx) ? onWire(action) : withoutHeaderValues(action);
}

/** Returns whether the caller manages automations. */
export function seesHeaderValues(ctx: Caller): boolean {
  return allows(ctx.requireUser(), 'manage_automations');
}

/** Returns a group in wire format. */
export function presentGroup(ctx: Caller, group: StoredGroup): ActionGroupOnWire {
  const { id, name, enable, is_default, position, actions } = group;
  return { id, name, enable, is_default, position, actions: actions.map((one) => presentAction(ctx, one)) };
}

/** Returns an action without the values of its headers, as the audit log shows it. */
export function withoutHeaderValues(action: Action & Partial<StoredAction>): ActionOnWire {
  return onWire({ ...action, webhook_headers: action.webhook_headers.map((one) => ({ ...one, value: '' })) });
}

function onWire(action: Action & Partial<StoredAction>): ActionOnWire {
  const { group_id: _group, position: _position, source_id: _source, ...members } = action;
  const missing = missingIn(action);
  return { ...members, is_complete: missing.length === 0, missing };
}
