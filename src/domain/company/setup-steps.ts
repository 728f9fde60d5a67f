import { isBuilt, type PlannedFeature } from '../base/built-features.ts';
import { type Actor, allows, type Capability } from '../people/permissions.ts';

/** What a new company does before its first inspection, in the order that the dashboard suggests. */
export const setupKeys = [
  'profile',
  'services',
  'availability',
  'agreement',
  'template',
  'payments',
  'team',
  'appointment',
] as const;
export type SetupKey = (typeof setupKeys)[number];

interface Step {
  key: SetupKey;
  needs: Capability;
  /** The page that does it. */
  path: string;
  /** What the page lacks so far to do it. */
  awaits?: PlannedFeature;
}

const steps: readonly Step[] = [
  { key: 'profile', needs: 'edit_settings', path: '/company-profile' },
  { key: 'services', needs: 'manage_services', path: '/services' },
  { key: 'availability', needs: 'full_company_admin', path: '/availability' },
  { key: 'agreement', needs: 'manage_agreements', path: '/settings?tab=agreements' },
  { key: 'template', needs: 'can_edit_template', path: '/templates' },
  { key: 'payments', needs: 'edit_settings', path: '/settings?tab=payments' },
  { key: 'team', needs: 'manage_team', path: '/people?tab=technicians&add=1' },
  { key: 'appointment', needs: 'can_schedule_new', path: '/appointments' },
];

export interface SetupStep {
  key: SetupKey;
  isDone: boolean;
  path: string;
}

/** Returns the steps that the user may do, done or not; none if they may do none of the open ones. */
export function setupStepsFor(actor: Actor, done: Readonly<Record<SetupKey, boolean>>): SetupStep[] {
  const own = steps
    .filter(({ needs, awaits }) => allows(actor, needs) && (!awaits || isBuilt(awaits)))
    .map(({ key, path }) => ({ key, path, isDone: done[key] }));
  return own.every((step) => step.isDone) ? [] : own;
}
