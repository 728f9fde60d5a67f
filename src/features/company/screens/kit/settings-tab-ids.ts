import { isBuilt, type PlannedFeature } from '#domain/base/built-features.ts';

/** The tabs of the settings in order, some with the feature they wait for; a tab's label is the text `tab.<id>`. */
const tabs = [
  { id: 'general' },
  { id: 'payments' },
  { id: 'scheduling' },
  { id: 'request-form' },
  { id: 'agreements' },
  { id: 'reports' },
  { id: 'calendar', feature: 'calendar-sync' },
  { id: 'integrations', feature: 'integrations' },
  { id: 'advanced' },
  { id: 'email' },
  { id: 'notifications' },
] as const satisfies readonly { id: string; feature?: PlannedFeature }[];

export type SettingsTabId = (typeof tabs)[number]['id'];

/** The tabs whose feature exists, in order. */
export const shownSettingsTabs: readonly SettingsTabId[] = tabs
  .filter((tab) => !('feature' in tab) || isBuilt(tab.feature))
  .map(({ id }) => id);

/** Returns the address of a tab of the settings. */
export function settingsTabPath(id: SettingsTabId): string {
  return id === 'general' ? '/settings' : `/settings?tab=${id}`;
}
