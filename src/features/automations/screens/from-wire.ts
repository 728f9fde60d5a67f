import { type Action, type ActionGroup, asActionType } from '#domain/automations/action-types.ts';
import { durationUnits } from '#domain/base/durations.ts';
import { automationEvent } from '#domain/events/events.ts';
import type { ActionGroupOnWire, ActionOnWire } from '../groups-contract.ts';

/** Returns a group as the editor edits it. */
export function groupFromWire({ actions, ...group }: ActionGroupOnWire): ActionGroup {
  return { ...group, actions: actions.map(actionFromWire) };
}

/** Returns an action as the editor edits it. Throws 'Unknown action_type' for a type that this version does not know. */
export function actionFromWire({ is_complete: _complete, missing: _missing, ...sent }: ActionOnWire): Action {
  const [from = 16, to = 40] = sent.certain_hours;
  return {
    ...sent,
    action_type: asActionType(sent.action_type),
    event_type: automationEvent(sent.event_type)?.id ?? 1,
    duration_type: durationUnits.find((unit) => unit === sent.duration_type) ?? 0,
    certain_hours: [from, to],
  } as Action;
}

/** Returns the members of an action that differ from before. */
export function changedMembers(action: Action, before: Action): Partial<Action> {
  const changed = Object.entries(action).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Action]),
  );
  return Object.fromEntries(changed) as Partial<Action>;
}
