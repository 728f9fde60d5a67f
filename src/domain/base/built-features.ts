/** Parts of the specification that settings, permissions and menus already name although they do not exist yet. */
export type PlannedFeature =
  | 'calendar-sync'
  | 'integrations'
  | 'subscription'
  | 'advanced_metrics'
  | 'pay_splits'
  | 'hourly_tracking';

const notBuilt: ReadonlySet<string> = new Set<PlannedFeature>([
  'calendar-sync',
  'integrations',
  'subscription',
  'advanced_metrics',
  'pay_splits',
  'hourly_tracking',
]);

/**
 * Returns whether the feature a control belongs to exists, so that the control does something. The change that builds a
 * feature removes its name above, and its controls appear.
 */
export function isBuilt(feature: string): boolean {
  return !notBuilt.has(feature);
}
