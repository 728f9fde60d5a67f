/** Numbers that can receive text messages, in E.164. */
import { hasNorthAmericanPhone, stored } from '../people/phone-format.ts';

const callingCodes: Readonly<Record<string, string>> = {
  US: '1',
  CA: '1',
  AU: '61',
  NZ: '64',
  GB: '44',
  DE: '49',
  FR: '33',
  AT: '43',
  CH: '41',
};

/**
 * Returns a stored phone number in E.164, with the calling code of the company's country (T-51). Null if it cannot
 * receive a text: none is stored, it has an extension, or it cannot be a number of that country.
 * @example toE164('5552013344', 'US') → '+15552013344' ; toE164('020 7946 0958', 'GB') → '+442079460958'
 */
export function toE164(phone: string, countryCode: string): string | null {
  const [, number = '', extension] = stored.exec(phone.replace(/[\s().\-/]/g, '')) ?? [];
  if (number === '' || extension !== undefined) return null;
  if (number.startsWith('+')) return asE164(number);
  if (number.startsWith('00')) return asE164(`+${number.slice(2)}`);
  const code = callingCodes[countryCode];
  if (!code) return null;
  if (!hasNorthAmericanPhone(countryCode)) return asE164(`+${code}${number.replace(/^0/, '')}`);
  const local = number.length === 11 && number.startsWith('1') ? number.slice(1) : number;
  return asE164(`+1${local}`);
}

/** North American area codes and exchanges start with 2 to 9. Other countries: 8 to 15 digits. */
function asE164(number: string): string | null {
  if (number.startsWith('+1')) return /^\+1[2-9]\d{2}[2-9]\d{6}$/.test(number) ? number : null;
  return /^\+[2-9]\d{7,14}$/.test(number) ? number : null;
}
