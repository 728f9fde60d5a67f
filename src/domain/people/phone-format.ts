/** Showing stored phone numbers; apart from reading them, since every page shows some. */

/** Returns whether a country has ten-digit numbers, typed with the mask (999) 999-9999. */
export function hasNorthAmericanPhone(countryCode: string): boolean {
  return countryCode === 'US' || countryCode === 'CA';
}

/** A stored number and its extension. */
export const stored = /^(\+?\d{6,15})(?:x(\d{1,7}))?$/;

/**
 * Formats a phone number for display: `(555) 010-1234`, growing while typed; `(555) 010-1234 x12`; `+442079460958`. What
 * is not a stored number is returned unchanged.
 */
export function formatPhone(phone: string, countryCode = 'US'): string {
  const [number = '', extension] = phone.split('x');
  const shown = formatNumber(number, countryCode);
  return extension === undefined ? shown : `${shown} x${extension}`;
}

function formatNumber(digits: string, countryCode: string): string {
  if (!hasNorthAmericanPhone(countryCode) || !/^\d{1,10}$/.test(digits)) return digits;
  const [area, middle, last] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (middle === '') return `(${area}`;
  return last === '' ? `(${area}) ${middle}` : `(${area}) ${middle}-${last}`;
}

/** Returns the address of a link that dials a stored number (RFC 3966), with its extension. */
export function phoneLink(phone: string): string {
  const [, number = '', extension] = stored.exec(phone) ?? [];
  return `tel:${number || phone.replace(/[^\d+]/g, '')}${extension ? `;ext=${extension}` : ''}`;
}

/** Returns the address of a link that opens a text message to a stored number; an extension cannot receive one. */
export function textLink(phone: string): string {
  return phoneLink(phone)
    .replace(/^tel:/, 'sms:')
    .replace(/;ext=.*/, '');
}
