import { formatPhone } from '#web/format-phone.ts';

/** Returns an email address as it is, and a phone number as people write it. */
export function showAddress(address: string): string {
  return address.includes('@') ? address : formatPhone(address);
}
