/** Settings of automations. */

import { type HourPair, hourPair } from './half-hours.ts';
import { bool, orNull, reject, typed } from './rules.ts';
import { setting } from './setting.ts';

/** Within one day: from the earlier to the later half hour. */
const sendingHours = typed<HourPair>(hourPair.wire, (value, facts) => {
  const outcome = hourPair(value, facts);
  if (!('value' in outcome)) return outcome;
  const [from, to] = outcome.value as HourPair;
  return from <= to ? outcome : reject('The first hour must not be after the last');
});

export const automationSettings = {
  automations_enabled: setting(bool, true),
  /** When actions without their own hours send emails and texts; null: at any time. */
  sending_hours: setting(orNull(sendingHours), null),
};
