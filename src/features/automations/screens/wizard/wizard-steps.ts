import type { Action } from '#domain/automations/action-types.ts';
import { missingIn } from '#domain/automations/missing.ts';

/** The steps of the wizard, in order; the title of each is the text `step.<name>`. */
export const wizardSteps = ['event', 'rules', 'type', 'details'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** Returns the step at this place, from 0. Throws 'Unknown step' for any other. */
export function stepAt(place: number): WizardStep {
  const step = wizardSteps[place];
  if (step === undefined) throw new RangeError('Unknown step');
  return step;
}

/**
 * Returns what is still missing in a step; nothing of it keeps the user from going on. Throws 'Error handler => Unknown step' for
 * any other step.
 */
export function problemsIn(step: string, action: Action): string[] {
  switch (step as WizardStep) {
    case 'event':
    case 'type':
      return [];
    case 'rules':
      return action.rules
        .filter((rule) => isEmptyRule(rule))
        .map((rule) => `rule ${rule.event_type} is empty`);
    case 'details':
      return missingIn(action).map((part) => `${part} is missing`);
    default:
      throw new RangeError('Error handler => Unknown step');
  }
}

/** A rule that asks for a service, a text or a number, and has none. */
function isEmptyRule(rule: Action['rules'][number]): boolean {
  const lists = [rule.services, rule.service_addons, rule.changed_services, rule.changed_service_addons];
  const needsList = [1, 2, 7, 8].includes(rule.event_type);
  const needsText = [3, 9].includes(rule.event_type);
  return (
    (needsList && lists.every((list) => list.length === 0)) ||
    (needsText && rule.report_name.trim() === '') ||
    (rule.event_type === 6 && rule.numeric === null)
  );
}
