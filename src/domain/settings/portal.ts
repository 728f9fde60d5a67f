/** Settings of personal links: what clients and agents may do with them, and when they expire. */

import { roleRightsRule } from './object-rules.ts';
import { bool, orNull, wholeNumber } from './rules.ts';
import { setting } from './setting.ts';

export const portalSettings = {
  agents_can_sign: setting(bool, true),
  agents_can_pay: setting(bool, true),
  /** By role (client, agent, listing_agent), the rights of personal links that differ from the rules. */
  link_rights: setting(roleRightsRule, {}),
  /** Days after the appointment until personal links expire; null: never. */
  personal_link_days: setting(orNull(wholeNumber(0, 3650)), null),
};
