/** Settings of external calendars. */

import { orNull, text } from './rules.ts';
import { setting } from './setting.ts';

export const calendarSettings = {
  google_calendar_id: setting(orNull(text(254)), null),
  calendar_text: setting(orNull(text(2000)), null),
};
