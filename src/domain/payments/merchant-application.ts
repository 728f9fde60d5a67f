/** A company's application for a merchant account: its fields, and what is required before it is sent. */

import {
  checkFields,
  email,
  orEmpty,
  orNull,
  phone,
  type Rule,
  text,
  url,
  wholeNumber,
  zip,
} from '../settings/rules.ts';

/** Tax numbers, dates of birth and bank details are entered at the provider and have no field here. */
const rules = {
  legal_name: text(100, 'Legal name is required'),
  dba_name: text(100, 'Business name is required'),
  email: required(email, 'Email is required'),
  phone: required(phone, 'Phone is required'),
  website: orEmpty(url('Website is not valid')),
  business_description: text(200),
  address: text(100, 'Street is required'),
  city: text(100, 'City is required'),
  state: text(50, 'State is required'),
  zip_code: required(zip, 'Zip code is required'),
  principal_first_name: text(50, 'First name is required'),
  principal_last_name: text(50, 'Last name is required'),
  principal_title: text(50),
  principal_phone: required(phone, 'Phone is required'),
  high_ticket: orNull(wholeNumber(1, 30_000)),
} satisfies Record<string, Rule>;

export type MerchantField = keyof typeof rules;
/** The fields of the form, in order. */
export const merchantFields = Object.keys(rules) as MerchantField[];
/** The values of the form: texts, and the highest single payment in whole currency units. */
export type MerchantForm = Record<Exclude<MerchantField, 'high_ticket'>, string> & {
  high_ticket: number | null;
};

/** The states of an application. `approved` and `declined` are set by the provider or by the platform administrator. */
const applicationStates = [
  'draft',
  'submitting',
  'unknown',
  'submitted',
  'approved',
  'declined',
  'withdrawn',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** Returns the cleaned application and what is wrong with it, by field. */
export function checkApplication(
  form: MerchantForm,
  facts: { country_code: string },
): { values: MerchantForm; problems: Record<string, string> } {
  const { values, problems } = checkFields(rules, form, { country: facts.country_code });
  return { values: { ...form, ...values } as MerchantForm, problems };
}

function required(rule: Rule, message: string): Rule {
  return (value, facts) =>
    typeof value === 'string' && value.trim() === '' ? { problem: message } : rule(value, facts);
}
