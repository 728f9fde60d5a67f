import { formatPhone } from '#domain/people/phone-format.ts';

/** Returns the address of a message for display: a phone as it is written in its country, an email address as it is. */
export function shownAddress(address: string): string {
  return address.includes('@') ? address : formatPhone(address.replace(/^\+1(?=\d{10}$)/, ''));
}
