/** Rules and input masks of single values: names, email addresses, phone numbers, postal codes, websites. */

export const defaultColor = '#add8e6';
export const emailTaken = 'This email is already in use';

const emailText = /^[^\s@<>()",;:[\]\\]+@[^\s@<>()",;:[\]\\]+\.[^\s@<>()",;:[\]\\.]{2,}$/;

/** Returns what is wrong with a first or last name, or null. */
export function nameProblem(text: string, label: string, isOptional: boolean): string | null {
  if (text === '') return isOptional ? null : `${label} is required`;
  return text.length > 80 ? 'At most 80 characters' : null;
}

/** Returns what is wrong with a company name, or null; without a name of a person it is required. */
export function companyNameProblem(text: string, isOptional: boolean): string | null {
  if (text === '' && !isOptional) return 'Company name is required';
  return text.length > 120 ? 'At most 120 characters' : null;
}

/** Returns what is wrong with an email address, or null. */
export function emailProblem(email: string): string | null {
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

/** Returns what is wrong with a list of addresses, or null; empty is valid. */
export function emailCcProblem(text: string): string | null {
  const emails = splitEmails(text);
  return emails.length <= 5 && emails.every(isEmail) ? null : 'Email CC is not valid';
}

/** Returns what is wrong with a web address, or null; empty is valid. */
export function websiteProblem(text: string): string | null {
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

/** Returns whether postal codes of a country consist of digits only. */
export function isNumericZip(countryCode: string): boolean {
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
