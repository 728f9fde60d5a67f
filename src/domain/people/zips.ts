/** Postal codes by country. */
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

/**
 * Returns a postal code as a visitor typed it, in upper case. Of an American one with its extension the first five digits;
 * what is wrong stays and is named.
 */
export function typedZip(text: string, countryCode: string): string {
  return countryCode === 'US' ? text.replace(/^\s*(\d{5})-?\d{4}\s*$/, '$1') : text.toUpperCase();
}

/** Returns what is wrong with a postal code, or null; empty is valid. */
export function zipProblem(zip: string, countryCode = 'US'): string | null {
  if (zip === '') return null;
  const rule = zips[countryCode];
  if (!rule) return zip.length <= 12 ? null : 'At most 12 characters';
  return rule.pattern.test(zip) ? null : rule.message;
}
