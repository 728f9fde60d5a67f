/** Settings of the form with which visitors request an appointment. */

import { group } from './object-rules.ts';
import {
  bool,
  durationHours,
  email,
  html,
  htmlLimit,
  listOf,
  orNull,
  phone,
  price,
  text,
  timeOfDay,
  uuid,
} from './rules.ts';
import { setting } from './setting.ts';
import { visitorText } from './visitor-texts.ts';

const fields = group({
  default_name: text(120),
  price,
  /** hhmm */
  start_time: timeOfDay,
  /** Hours. */
  duration: durationHours,
  agreement_id: orNull(uuid),
  note: text(2000),
  /** HTML. */
  received_text: html(htmlLimit),
  notify_email: bool,
  notify_phone: bool,
  notify_emails: listOf(email, 10),
  notify_phones: listOf(phone, 10),
});

export const requestFormSettings = {
  /** Initial values of a visitor's request, and who is notified about it. */
  request_form: setting(fields, ({ owner }) => ({
    default_name: '',
    price: 0,
    start_time: 900,
    duration: 3,
    agreement_id: null,
    note: '',
    received_text: visitorText('requested', owner.company_name),
    notify_email: true,
    notify_phone: false,
    notify_emails: [],
    notify_phones: [],
  })),
};
