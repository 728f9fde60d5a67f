/** A company's application for a merchant account: what may be asked here, and what must be there before it is sent. */

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
} from '../company/setting-rules.ts';

/** Tax numbers, dates of birth and bank data are typed at the provider and have no field here. */
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
/** The fields of the form, in their order. */
export const merchantFields = Object.keys(rules) as MerchantField[];
/** What is written in the form: texts, and the highest single payment in whole units of money. */
export type MerchantForm = Record<Exclude<MerchantField, 'high_ticket'>, string> & {
  high_ticket: number | null;
};

/** Where an application stands. `approved` and `declined` are told by the provider or by the platform's administrator. */
export const applicationStates = [
  'draft',
  'submitting',
  'unknown',
  'submitted',
  'approved',
  'declined',
  'withdrawn',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** What would be sent, cleaned, and what is wrong with it by field. */
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
