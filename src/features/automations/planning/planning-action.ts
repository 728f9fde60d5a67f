import type { GroupedAction } from '#domain/automations/decision-types.ts';

/** An action that plans, and where it comes from. */
export interface PlanningAction {
  action: GroupedAction;
  action_id: string | null;
  slot: string | null;
  source_id: string | null;
}
