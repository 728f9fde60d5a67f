/** Settings of new appointments. */

import { bool, durationHours, price, reject, text, timeOfDay, typed, wholeNumber } from './rules.ts';
import { columnSetting, setting } from './setting.ts';

const orderPrefix = typed<string>('text', (value, facts) => {
  const outcome = text(10)(value, facts);
  const isFine = 'problem' in outcome || /^[\w\-/. ]*$/.test(String(value));
  return isFine ? outcome : reject('Use only letters, digits and - / . _');
});

export const appointmentSettings = {
  order_prefix: columnSetting(orderPrefix, ''),
  next_order_number: columnSetting(wholeNumber(1, 999_999_999), 1001),
  /** hhmm */
  default_start_time: setting(timeOfDay, 900),
  /** Hours. */
  default_duration: setting(durationHours, 3),
  default_price: setting(price, 0),
  default_confirm: setting(bool, true),
};
