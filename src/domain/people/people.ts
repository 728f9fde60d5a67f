/** Fields of people: cleaning, validation and input masks. */

export type PersonKind = 'clients' | 'agents' | 'contractors' | 'technicians' | 'staffs';
export type PersonField =
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'email_cc'
  | 'phone'
  | 'address'
  | 'city'
  | 'state'
  | 'zip_code'
  | 'agency_name'
  | 'company_name'
  | 'website'
  | 'color';

const clientFields: readonly PersonField[] = [
  'first_name',
  'last_name',
  'email',
  'email_cc',
  'phone',
  'address',
  'city',
  'state',
  'zip_code',
];

/** The fields of each kind, in the order of its form. */
export const personFields: Record<PersonKind, readonly PersonField[]> = {
  clients: clientFields,
  agents: [...clientFields, 'agency_name'],
  contractors: ['first_name', 'last_name', 'email', 'email_cc', 'phone', 'company_name', 'website'],
  technicians: ['first_name', 'last_name', 'email', 'phone', 'color'],
  staffs: ['first_name', 'last_name', 'email', 'phone'],
};

export const defaultColor = '#add8e6';
export const emailTaken = 'This email is already in use';

const maxLengths: Partial<Record<PersonField, number>> = { address: 200, email_cc: 1300, website: 500 };
const emailText = /^[^\s@<>()",;:[\]\\]+@[^\s@<>()",;:[\]\\]+\.[^\s@<>()",;:[\]\\.]{2,}$/;

export type PersonValues = Partial<Record<PersonField, string>>;

/**
 * Returns the person's fields, cleaned (trimmed, email in lower case, phone digits only, website with scheme), and what
 * is wrong with them, by field. Fields that the kind does not have are dropped; missing ones are an empty text.
 */
export function checkPerson(
  kind: PersonKind,
  given: Readonly<Record<string, unknown>>,
  countryCode = 'US',
): { values: PersonValues; problems: Partial<Record<PersonField, string>> } {
  const values: PersonValues = {};
  for (const field of personFields[kind]) values[field] = cleaned(field, given[field], countryCode);
  const problems: Partial<Record<PersonField, string>> = {};
  for (const field of personFields[kind]) {
    const problem = fieldProblem(kind, field, values, countryCode);
    if (problem) problems[field] = problem;
  }
  return { values, problems };
}

function cleaned(field: PersonField, given: unknown, countryCode: string): string {
  const text = typeof given === 'string' ? given.trim() : '';
  switch (field) {
    case 'email':
      return text.toLowerCase();
    case 'email_cc':
      return splitEmails(text).join(', ');
    case 'phone':
      return phoneDigits(text, countryCode);
    case 'zip_code':
      return isNumericZip(countryCode) ? text : text.toUpperCase();
    case 'website':
      return text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
    case 'color':
      return text === '' ? defaultColor : text.toLowerCase();
    default:
      return text;
  }
}

function fieldProblem(
  kind: PersonKind,
  field: PersonField,
  values: PersonValues,
  country: string,
): string | null {
  const text = values[field] ?? '';
  const hasCompany = kind === 'contractors' && (values.company_name ?? '') !== '';
  const hasName = (values.first_name ?? '') !== '' && (values.last_name ?? '') !== '';
  switch (field) {
    case 'first_name':
      return nameProblem(text, 'First name', hasCompany);
    case 'last_name':
      return nameProblem(text, 'Last name', hasCompany);
    case 'email':
      return emailProblem(text);
    case 'email_cc':
      return emailCcProblem(text);
    case 'phone':
      return phoneProblem(text, country);
    case 'zip_code':
      return zipProblem(text, country);
    case 'company_name':
      if (text === '' && kind === 'contractors' && !hasName) return 'Company name is required';
      return text.length > 120 ? 'At most 120 characters' : null;
    case 'website':
      return websiteProblem(text);
    case 'color':
      return /^#[\da-f]{6}$/.test(text) ? null : 'Color is not valid';
    default: {
      const max = maxLengths[field] ?? 120;
      return text.length > max ? `At most ${max} characters` : null;
    }
  }
}

function nameProblem(text: string, label: string, isOptional: boolean): string | null {
  if (text === '') return isOptional ? null : `${label} is required`;
  return text.length > 80 ? 'At most 80 characters' : null;
}

/** Returns what is wrong with an email address, or null. */
function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'Email is required';
  return isEmail(email.trim()) ? null : 'Email is not valid';
}

/** Returns whether this looks like a deliverable email address. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailText.test(text) && !text.includes('..');
}

/** Splits a comma-separated list of addresses, trimmed and in lower case. */
export function splitEmails(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
}

function emailCcProblem(text: string): string | null {
  const emails = splitEmails(text);
  return emails.length <= 5 && emails.every(isEmail) ? null : 'Email CC is not valid';
}

function websiteProblem(text: string): string | null {
  if (text === '') return null;
  return text.length <= 500 && /^https?:\/\/[^\s/?#.]+(\.[^\s/?#.]+)+([/?#]\S*)?$/i.test(text)
    ? null
    : 'Website is not valid';
}

/** Returns whether a country has ten-digit numbers, typed with the mask (999) 999-9999. */
export function hasNorthAmericanPhone(countryCode: string): boolean {
  return countryCode === 'US' || countryCode === 'CA';
}

/**
 * Returns the digits of a phone number. In the US and Canada the last ten, so that a pasted `+1 …` fits; elsewhere all,
 * at most fifteen.
 */
export function phoneDigits(text: string, countryCode = 'US'): string {
  const digits = text.replace(/\D/g, '');
  return hasNorthAmericanPhone(countryCode) ? digits.slice(-10) : digits.slice(0, 15);
}

/** Formats a phone number for display: `(555) 010-1234` once it has ten digits, growing while typed. */
export function formatPhone(digits: string, countryCode = 'US'): string {
  if (!hasNorthAmericanPhone(countryCode) || digits === '' || digits.length > 10) return digits;
  const [area, middle, last] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (middle === '') return `(${area}`;
  return last === '' ? `(${area}) ${middle}` : `(${area}) ${middle}-${last}`;
}

/** Returns what is wrong with a phone number, or null; empty is valid. */
export function phoneProblem(digits: string, countryCode = 'US'): string | null {
  if (digits === '') return null;
  if (hasNorthAmericanPhone(countryCode)) return digits.length === 10 ? null : 'Phone must have 10 digits';
  return digits.length >= 6 && digits.length <= 15 ? null : 'Phone must have 6 to 15 digits';
}

const zips: Record<string, { pattern: RegExp; digits: number | null; message: string }> = {
  US: { pattern: /^\d{5}$/, digits: 5, message: 'Zip code must have 5 digits' },
  DE: { pattern: /^\d{5}$/, digits: 5, message: 'Zip code must have 5 digits' },
  FR: { pattern: /^\d{5}$/, digits: 5, message: 'Zip code must have 5 digits' },
  AU: { pattern: /^\d{4}$/, digits: 4, message: 'Zip code must have 4 digits' },
  NZ: { pattern: /^\d{4}$/, digits: 4, message: 'Zip code must have 4 digits' },
  AT: { pattern: /^\d{4}$/, digits: 4, message: 'Zip code must have 4 digits' },
  CH: { pattern: /^\d{4}$/, digits: 4, message: 'Zip code must have 4 digits' },
  CA: { pattern: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/, digits: null, message: 'Postal code must look like A1A 1A1' },
  GB: {
    pattern: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
    digits: null,
    message: 'Postal code must look like SW1A 1AA',
  },
};

function isNumericZip(countryCode: string): boolean {
  return (zips[countryCode]?.digits ?? null) !== null;
}

/**
 * Returns a postal code as typed or pasted. Where the country uses only digits: only digits, cut to the first five (or
 * four).
 */
export function sanitizeZipInput(text: string, countryCode = 'US'): string {
  const digits = zips[countryCode]?.digits;
  if (digits) return text.replace(/\D/g, '').slice(0, digits);
  return text
    .toUpperCase()
    .replace(/[^A-Z\d ]/g, '')
    .slice(0, 10);
}

/** Returns what is wrong with a postal code, or null; empty is valid. */
export function zipProblem(zip: string, countryCode = 'US'): string | null {
  if (zip === '') return null;
  const rule = zips[countryCode];
  if (!rule) return zip.length <= 12 ? null : 'At most 12 characters';
  return rule.pattern.test(zip) ? null : rule.message;
}
