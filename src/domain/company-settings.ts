/** The rules of a company's settings: what each must be, in the words people read under its field. */

import { dateFormats } from './date-formats.ts';
import { htmlToRichText } from './html-to-rich-text.ts';
import { toCentsOrNull } from './money.ts';
import { isEmail, phoneDigits, phoneProblem, zipProblem } from './people.ts';
import { plainText, toHtml } from './rich-text.ts';
import { isZone, minutesOfHhmm } from './time.ts';

/** The countries a company may be in: their phone numbers and postal codes have rules (decisions G-SET-3). */
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
export type SocialNetwork = (typeof socialNetworks)[number];
export const alreadyUsed = 'already used';
export const htmlLimit = 5000;
export const longHtmlLimit = 20_000;

/** What a setting is checked against: the country its phone and postal code belong to. */
interface Facts {
  country: string;
}
type Outcome = { value: unknown } | { problem: string } | { problems: Record<string, string> };
type Rule = (value: unknown, facts: Facts) => Outcome;

const ok = (value: unknown): Outcome => ({ value });
const no = (problem: string): Outcome => ({ problem });

const text =
  (max: number, required?: string): Rule =>
  (value) => {
    if (typeof value !== 'string') return no('Must be text');
    const trimmed = value.trim();
    if (required && trimmed === '') return no(required);
    return trimmed.length > max ? no(`At most ${max} characters`) : ok(trimmed);
  };

const bool: Rule = (value) => (typeof value === 'boolean' ? ok(value) : no('Must be yes or no'));

const oneOf =
  (values: readonly unknown[]): Rule =>
  (value) =>
    values.includes(value) ? ok(value) : no('Please choose one of the options');

const whole =
  (min: number, max: number): Rule =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? ok(value)
      : no(`Please enter a whole number from ${min} to ${max}`);

/** Nothing (null or an empty text) is stored as null. */
const orNull =
  (rule: Rule): Rule =>
  (value, facts) =>
    value === null || (typeof value === 'string' && value.trim() === '') ? ok(null) : rule(value, facts);

/** Nothing (an empty text) is fine. */
const orEmpty =
  (rule: Rule): Rule =>
  (value, facts) =>
    typeof value === 'string' && value.trim() === '' ? ok('') : rule(value, facts);

const email: Rule = (value) => {
  if (typeof value !== 'string') return no('Must be text');
  const address = value.trim().toLowerCase();
  return isEmail(address) ? ok(address) : no('Email is not valid');
};

const phone: Rule = (value, { country }) => {
  if (typeof value !== 'string') return no('Must be text');
  const digits = phoneDigits(value, country);
  if (digits === '' && value.trim() !== '') return no('Phone is not valid');
  const problem = phoneProblem(digits, country);
  return problem === null ? ok(digits) : no(problem);
};

const zip: Rule = (value, { country }) => {
  if (typeof value !== 'string') return no('Must be text');
  const code = value.trim().toUpperCase();
  const problem = zipProblem(code, country);
  return problem === null ? ok(code) : no(problem);
};

/** A web address; https is put in front where no scheme was typed. */
const url =
  (problem: string, schemes = 'https?'): Rule =>
  (value) => {
    if (typeof value !== 'string') return no('Must be text');
    const trimmed = value.trim();
    const full = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
    const isFine = new RegExp(
      `^${schemes}://[^\\s/?#.@"<>]+(\\.[^\\s/?#.@"<>]+)+([/?#][^\\s"<>]*)?$`,
      'i',
    ).test(full);
    return isFine && full.length <= 500 ? ok(full) : no(problem);
  };

/** Formatted text: stored as what remains after everything unknown was taken out. */
const html =
  (max: number): Rule =>
  (value) => {
    if (typeof value !== 'string') return no('Must be text');
    if (value.length > max) return no(`At most ${max} characters`);
    const tree = htmlToRichText(value);
    return ok(plainText(tree).trim() === '' ? '' : toHtml(tree));
  };

const clock: Rule = (value) =>
  typeof value === 'number' && minutesOfHhmm(value) !== null ? ok(value) : no('Please enter a time of day');

const hours: Rule = (value) =>
  typeof value === 'number' && value > 0 && value <= 24 && Number.isInteger(value * 4)
    ? ok(value)
    : no('Please enter a duration of up to 24 hours in quarter hours');

const price: Rule = (value) => {
  const cents = toCentsOrNull(value);
  return cents !== null && cents >= 0 && cents <= 100_000_000
    ? ok(value)
    : no('Please enter an amount of 0 or more');
};

const point: Rule = (value) => {
  if (value === null) return ok(null);
  const { lat, lng } = (typeof value === 'object' ? value : {}) as { lat?: unknown; lng?: unknown };
  const isFine =
    typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isFine ? ok({ lat, lng }) : no('Position is not valid');
};

const uuid: Rule = (value) =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    ? ok(value)
    : no('Not a valid id');

/** A picture arrives as a file; here it can only be taken away. */
const takenAway: Rule = (value) => (value === null ? ok(null) : no('Please send a picture as a file'));

/** Texts without repetition, in their order. */
const words =
  (max: number, length: number): Rule =>
  (value) => {
    if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
      return no('Must be a list of texts');
    const trimmed = (value as string[]).map((each) => each.trim()).filter((each) => each !== '');
    if (trimmed.some((each) => each.length > length)) return no(`Each at most ${length} characters`);
    const known = new Set<string>();
    const unique = trimmed.filter((each) => {
      const key = each.toLowerCase();
      if (known.has(key)) return false;
      known.add(key);
      return true;
    });
    return unique.length > max ? no(`At most ${max} entries`) : ok(unique);
  };

const listOf =
  (rule: Rule, max: number): Rule =>
  (value, facts) => {
    if (!Array.isArray(value)) return no('Must be a list');
    if (value.length > max) return no(`At most ${max} entries`);
    const outcomes = value.map((each) => rule(each, facts));
    const wrong = outcomes.find((each) => 'problem' in each);
    if (wrong) return wrong;
    return ok([...new Set(outcomes.map((each) => ('value' in each ? each.value : null)))]);
  };

const social: Rule = (value, facts) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return no('Must be an object');
  const links: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [name, link] of Object.entries(value)) {
    if (!(socialNetworks as readonly string[]).includes(name)) problems[name] = 'Unknown field';
    else if (typeof link === 'string' && link.trim() !== '') {
      const outcome = url('Please enter a web address that begins with https://', 'https')(link, facts);
      if ('value' in outcome) links[name] = outcome.value;
      else if ('problem' in outcome) problems[name] = outcome.problem;
    }
  }
  return Object.keys(problems).length > 0 ? { problems } : ok(links);
};

const requestForm: Record<string, Rule> = {
  default_name: text(120),
  price,
  start_time: clock,
  duration: hours,
  agreement_id: orNull(uuid),
  note: text(2000),
  received_text: html(htmlLimit),
  notify_email: bool,
  notify_phone: bool,
  notify_emails: listOf(email, 10),
  notify_phones: listOf(phone, 10),
};

const request: Rule = (value, facts) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return no('Must be an object');
  const { values, problems } = checkAll(requestForm, value as Record<string, unknown>, facts);
  return Object.keys(problems).length > 0 ? { problems } : ok(values);
};

const rules = {
  company_name: text(120, 'Company name is required'),
  company_phone: phone,
  company_email: orEmpty(email),
  website: orEmpty(url('Website is not valid')),
  address: text(200),
  city: text(120),
  state: text(120),
  zip_code: zip,
  address_lat_long: point,
  logo: takenAway,
  header_logo: takenAway,
  signature: takenAway,
  timezone: ((value) => (isZone(value) ? ok(value) : no('Time zone is not known'))) satisfies Rule,
  currency: oneOf([1, 2, 3, 4]),
  date_format: oneOf(dateFormats),
  country_code: oneOf(countryCodes),
  social_links: social,
  service_radius: orNull(whole(1, 500)),
  order_prefix: ((value, facts) => {
    const outcome = text(10)(value, facts);
    const isFine = 'problem' in outcome || /^[\w\-/. ]*$/.test(String(value));
    return isFine ? outcome : no('Only letters, digits and - / . _ are possible');
  }) satisfies Rule,
  next_order_number: whole(1, 999_999_999),
  default_start_time: clock,
  default_duration: hours,
  default_price: price,
  default_agreement_id: orNull(uuid),
  default_confirm: bool,
  payment_type: oneOf([1, 2, 3, 4, 5, 6, 7]),
  payment_instructions: text(2000),
  external_payment_url: orNull(url('Please enter a web address that begins with https://', 'https')),
  allow_partial_payments: bool,
  require_payment_default: bool,
  enable_online_scheduling: bool,
  dont_allow_scheduling_within: whole(0, 720),
  max_days_ahead: whole(1, 730),
  buffer_minutes: whole(0, 480),
  allow_choice_of_technicians: bool,
  show_client_pricing_details: bool,
  require_confirmation: bool,
  confirmation_text: html(htmlLimit),
  conversion_url: orNull(url('Please enter a web address that begins with https://', 'https')),
  google_analytics_number: orNull((value) =>
    typeof value === 'string' && /^(G-[A-Z\d]{4,20}|UA-\d{4,12}-\d{1,4}|AW-\d{6,15})$/i.test(value.trim())
      ? ok(value.trim().toUpperCase())
      : no('Must begin with G-, UA- or AW-'),
  ),
  request_form: request,
  location_tags: words(200, 60),
  template_recommendations: words(200, 60),
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
  automations_enabled: bool,
  public_slug: ((value) =>
    typeof value === 'string' && /^[a-z\d](?:[a-z\d-]{1,38})[a-z\d]$/.test(value.trim().toLowerCase())
      ? ok(value.trim().toLowerCase())
      : no('3 to 40 characters: small letters, digits and hyphens')) satisfies Rule,
  about_company: html(longHtmlLimit),
  service_area: text(2000),
  video_url: orEmpty(url('Please enter a web address that begins with https://', 'https')),
} satisfies Record<string, Rule>;

export type SettingKey = keyof typeof rules;
/** Every setting by its name on the wire. Secrets are not among them: `domain/gateways.ts`. */
export const settingKeys = Object.keys(rules) as SettingKey[];

/**
 * Changed settings, cleaned, and what is wrong with them by field (`request_form.note` inside). A change of the country
 * is what the other fields are measured by. `request_form` and `social_links` come back as they were sent, cleaned; of the
 * first only what was sent.
 */
export function checkSettings(
  changes: Readonly<Record<string, unknown>>,
  facts: { country_code: string },
): { values: Partial<Record<SettingKey, unknown>>; problems: Record<string, string> } {
  const told = changes.country_code;
  const country = typeof told === 'string' ? told : facts.country_code;
  return checkAll(rules, changes, { country });
}

function checkAll(of: Record<string, Rule>, given: Readonly<Record<string, unknown>>, facts: Facts) {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(of, key) ? of[key] : undefined;
    const outcome = rule ? rule(value, facts) : no('Unknown field');
    if ('value' in outcome) values[key] = outcome.value;
    else if ('problem' in outcome) problems[key] = outcome.problem;
    else
      for (const [inner, problem] of Object.entries(outcome.problems)) problems[`${key}.${inner}`] = problem;
  }
  return { values, problems };
}
