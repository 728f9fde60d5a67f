/** Settings of online booking. */

import { accept, bool, html, htmlLimit, orNull, reject, secureUrl, typed, wholeNumber } from './rules.ts';
import { setting } from './setting.ts';
import { visitorText } from './visitor-texts.ts';

const analyticsId = typed<string>('text', (value) => {
  const id = typeof value === 'string' ? value.trim().toUpperCase() : '';
  if (/^UA-/.test(id))
    return reject('Universal Analytics (UA-) no longer collects data. Enter an ID that starts with G-.');
  return /^(G-[A-Z\d]{4,20}|AW-\d{6,15})$/.test(id)
    ? accept(id)
    : reject('Must start with G- or AW-, such as G-AB12CD34');
});

export const bookingSettings = {
  enable_online_scheduling: setting(bool, false),
  /** Hours. */
  dont_allow_scheduling_within: setting(wholeNumber(0, 720), 24),
  max_days_ahead: setting(wholeNumber(1, 730), 90),
  buffer_minutes: setting(wholeNumber(0, 480), 0),
  /** Whether driving takes time: slots that can't be reached are not offered (decision 0081). */
  road_aware_slots: setting(bool, false),
  allow_choice_of_technicians: setting(bool, true),
  show_client_pricing_details: setting(bool, true),
  require_confirmation: setting(bool, true),
  /** Visitors confirm their bookings by a link in a mail (decision 0085). */
  confirm_by_email: setting(bool, false),
  /** What clients may do with their personal link (decision 0083). */
  client_may_reschedule: setting(bool, false),
  client_may_cancel: setting(bool, false),
  /** Until this many hours before the start. */
  change_deadline_hours: setting(wholeNumber(0, 720), 24),
  /** HTML. */
  confirmation_text: setting(html(htmlLimit), ({ owner }) => visitorText('booked', owner.company_name)),
  conversion_url: setting(orNull(secureUrl), null),
  google_analytics_number: setting(orNull(analyticsId), null),
};
