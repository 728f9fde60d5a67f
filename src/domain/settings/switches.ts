/** Switches of features that are not built yet; each moves to the file of its feature. */

import { bool } from './rules.ts';
import { setting } from './setting.ts';

export const switchSettings = {
  advanced_metrics: setting(bool, false),
  pay_splits: setting(bool, false),
  hourly_tracking: setting(bool, false),
  service_limitations: setting(bool, false),
  service_areas: setting(bool, false),
};
