/** The rules of a company's settings: which values each accepts, and the message shown below its field. */

import { dateFormats } from '../base/date-formats.ts';
import { isZone } from '../base/time.ts';
import { isClientRole, type RoleRights, sanitizeRights } from '../people/client-rights.ts';
import {
  accept,
  bool,
  checkFields,
  color,
  durationHours,
  email,
  geoPoint,
  html,
  listOf,
  oneOf,
  orEmpty,
  orNull,
  phone,
  price,
  type Rule,
  reject,
  removeOnly,
  text,
  textList,
  timeOfDay,
  url,
  uuid,
  wholeNumber,
  zip,
} from './setting-rules.ts';

/** The countries a company may be in; phone numbers and postal codes have rules for each (decisions G-SET-3). */
export const countryCodes = ['US', 'CA', 'AU', 'NZ', 'GB', 'DE', 'FR', 'AT', 'CH'] as const;
export const socialNetworks = [
  'facebook',
  'instagram',
  'linkedin',
  'youtube',
  'x',
  'google',
  'yelp',
] as const;
/** The default color of a company. */
export const defaultCompanyColor = '#1c7ed6';
export const alreadyUsed = 'already used';
const htmlLimit = 5000;
const longHtmlLimit = 20_000;

const social: Rule = (value, facts) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return reject('Must be an object');
  const links: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [name, link] of Object.entries(value)) {
    if (!(socialNetworks as readonly string[]).includes(name)) problems[name] = 'Unknown field';
    else if (typeof link === 'string' && link.trim() !== '') {
      const outcome = url('Enter a web address that starts with https://', 'https')(link, facts);
      if ('value' in outcome) links[name] = outcome.value;
      else if ('problem' in outcome) problems[name] = outcome.problem;
    }
  }
  return Object.keys(problems).length > 0 ? { problems } : accept(links);
};

const requestForm: Record<string, Rule> = {
  default_name: text(120),
  price,
  start_time: timeOfDay,
  duration: durationHours,
  agreement_id: orNull(uuid),
  note: text(2000),
  received_text: html(htmlLimit),
  notify_email: bool,
  notify_phone: bool,
  notify_emails: listOf(email, 10),
  notify_phones: listOf(phone, 10),
};

const request: Rule = (value, facts) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return reject('Must be an object');
  const { values, problems } = checkFields(requestForm, value as Record<string, unknown>, facts);
  return Object.keys(problems).length > 0 ? { problems } : accept(values);
};

/** Permissions of each role that has a personal link; only those that were set. */
const linkRights: Rule = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return reject('Must be an object');
  const cleaned: RoleRights = {};
  const problems: Record<string, string> = {};
  for (const [role, rights] of Object.entries(value)) {
    const clean = sanitizeRights(rights);
    const isWhole =
      typeof rights === 'object' && rights !== null && !Array.isArray(rights) && sameKeys(rights, clean);
    if (!isClientRole(role) || !isWhole) problems[role] = 'Unknown field';
    else if (Object.keys(clean).length > 0) cleaned[role] = clean;
  }
  return Object.keys(problems).length > 0 ? { problems } : accept(cleaned);
};

function sameKeys(one: object, other: object): boolean {
  return Object.keys(one).every((key) => Object.hasOwn(other, key));
}

const rules = {
  company_name: text(120, 'Company name is required'),
  company_phone: phone,
  company_email: orEmpty(email),
  website: orEmpty(url('Website is not valid')),
  address: text(200),
  city: text(120),
  state: text(120),
  zip_code: zip,
  address_lat_long: geoPoint,
  logo: removeOnly,
  header_logo: removeOnly,
  signature: removeOnly,
  timezone: ((value) => (isZone(value) ? accept(value) : reject('Time zone is not valid'))) satisfies Rule,
  currency: oneOf([1, 2, 3, 4]),
  date_format: oneOf(dateFormats),
  country_code: oneOf(countryCodes),
  social_links: social,
  service_radius: orNull(wholeNumber(1, 500)),
  company_color: color,
  order_prefix: ((value, facts) => {
    const outcome = text(10)(value, facts);
    const isFine = 'problem' in outcome || /^[\w\-/. ]*$/.test(String(value));
    return isFine ? outcome : reject('Use only letters, digits and - / . _');
  }) satisfies Rule,
  next_order_number: wholeNumber(1, 999_999_999),
  default_start_time: timeOfDay,
  default_duration: durationHours,
  default_price: price,
  default_agreement_id: orNull(uuid),
  default_confirm: bool,
  payment_type: oneOf([1, 2, 3, 4, 5, 6, 7]),
  payment_instructions: text(2000),
  external_payment_url: orNull(url('Enter a web address that starts with https://', 'https')),
  allow_partial_payments: bool,
  require_payment_default: bool,
  cancellation_hours: orNull(wholeNumber(0, 720)),
  cancellation_fee_type: oneOf([1, 2]),
  cancellation_fee: price,
  trip_fee: price,
  gateway_sandbox: bool,
  checkout_style: oneOf(['embedded', 'redirect']),
  enable_online_scheduling: bool,
  dont_allow_scheduling_within: wholeNumber(0, 720),
  max_days_ahead: wholeNumber(1, 730),
  buffer_minutes: wholeNumber(0, 480),
  allow_choice_of_technicians: bool,
  show_client_pricing_details: bool,
  require_confirmation: bool,
  confirmation_text: html(htmlLimit),
  conversion_url: orNull(url('Enter a web address that starts with https://', 'https')),
  google_analytics_number: orNull((value) =>
    typeof value === 'string' && /^(G-[A-Z\d]{4,20}|UA-\d{4,12}-\d{1,4}|AW-\d{6,15})$/i.test(value.trim())
      ? accept(value.trim().toUpperCase())
      : reject('Must start with G-, UA- or AW-'),
  ),
  request_form: request,
  location_tags: textList(200, 60),
  template_recommendations: textList(200, 60),
  photo_quality: oneOf([1, 2, 3]),
  cost_estimator: bool,
  require_completion_to_publish: bool,
  sample_reports: bool,
  show_client: bool,
  show_listing_agent: bool,
  show_contractor: bool,
  google_calendar_id: orNull(text(254)),
  calendar_text: orNull(text(2000)),
  advanced_metrics: bool,
  pay_splits: bool,
  hourly_tracking: bool,
  service_limitations: bool,
  service_areas: bool,
  point_of_contact_name: text(120),
  point_of_contact_email: orEmpty(email),
  bcc_address: orNull(email),
  email_header_type: oneOf([0, 1, 2]),
  email_footer_type: oneOf([0, 1, 2]),
  email_header_text: html(htmlLimit),
  email_footer_text: html(htmlLimit),
  agreement_signers: oneOf(['any', 'all']),
  agents_can_sign: bool,
  agents_can_pay: bool,
  link_rights: linkRights,
  personal_link_days: orNull(wholeNumber(0, 3650)),
  automations_enabled: bool,
  public_slug: ((value) =>
    typeof value === 'string' && /^[a-z\d](?:[a-z\d-]{1,38})[a-z\d]$/.test(value.trim().toLowerCase())
      ? accept(value.trim().toLowerCase())
      : reject('Use 3 to 40 lowercase letters, digits or hyphens')) satisfies Rule,
  about_company: html(longHtmlLimit),
  service_area: text(2000),
  video_url: orEmpty(url('Enter a web address that starts with https://', 'https')),
} satisfies Record<string, Rule>;

export type SettingKey = keyof typeof rules;
/** Every setting by its name on the wire. Secrets are not included: see `domain/payments/gateways.ts`. */
export const settingKeys = Object.keys(rules) as SettingKey[];

/**
 * Returns the changed settings, cleaned, and what is wrong with them by field (`request_form.note` for nested ones). If
 * the country changes, the other fields are checked against the new one. `request_form` and `social_links` are returned
 * as sent, cleaned; of `request_form` only the fields that were sent.
 */
export function checkSettings(
  changes: Readonly<Record<string, unknown>>,
  facts: { country_code: string },
): { values: Partial<Record<SettingKey, unknown>>; problems: Record<string, string> } {
  const sentCountry = changes.country_code;
  const country = typeof sentCountry === 'string' ? sentCountry : facts.country_code;
  return checkFields(rules, changes, { country });
}
