/** Rules of single values: names, email addresses, websites. */
import isDeliverable from 'validator/lib/isEmail.js';
import { cleanEmail } from '../text/clean.ts';

export const defaultColor = '#add8e6';
export const emailTaken = 'This email is already in use';

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

/**
 * Returns whether a server could deliver to this address: dots, hyphens and lengths where RFC 5321 permits them. Quoted
 * local parts are refused although they are valid, since lists of addresses are separated by commas.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && !text.includes('"') && isDeliverable(text);
}

/** Splits a list of addresses, cleaned: separated by commas, semicolons or, as address books do, by ` ::: `. */
export function splitEmails(text: string): string[] {
  return text
    .split(/[,;]|:::/)
    .map(cleanEmail)
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
