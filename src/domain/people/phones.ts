/**
 * Phone numbers. Stored as the company's country dials them, without signs: ten digits in the US and Canada; numbers of
 * other countries as `+` and digits; an extension follows after an `x`: `5552013344x12`.
 */
import { hasNorthAmericanPhone, stored } from './phone-format.ts';

const label = /^(?:tel|phone|telephone|telefon|mobile|mobil|cell|home|work|office)\s*[.:]\s*/i;
const wholeNumber =
  /^(\+?)((?: ?[\d().\-/·])+)(?: ?[,;]{0,2} ?(?:extension|ext|durchwahl|poste|app|x|#) ?[.:#]? ?(\d{1,7}))?$/i;

/**
 * Reads a phone number in any usual notation and returns it as it is stored. Null if the text is not exactly one number:
 * two numbers, words, or digits left over are never turned into another number. Empty for empty.
 * @example readPhone('+1 (555) 201-3344 extension 12') → '5552013344x12' ; readPhone('555-201-3345, 555-201-3346') → null
 */
export function readPhone(text: string, countryCode = 'US'): string | null {
  // Full-width digits, and the dashes of word processors.
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .replace(label, '');
  if (plain === '') return '';
  const [, plus, written = '', extension] = wholeNumber.exec(plain) ?? [];
  if (plus === undefined || isShorthand(written)) return null;
  // `+44 (0)20` names the zero that is dialed inside the country only.
  const digits = (plus ? written.replace(/\(0\)/, '') : written).replace(/\D/g, '');
  const number = plus ? international(digits, countryCode) : national(digits, countryCode);
  return number === null ? null : number + (extension ? `x${extension}` : '');
}

/** `555-201-3344/3345` is short for two numbers: a slash may only follow an area code of at most six digits. */
const isShorthand = (written: string) =>
  written.includes('/') && (written.split('/', 1)[0] ?? '').replace(/\D/g, '').length > 6;

function national(digits: string, countryCode: string): string | null {
  if (!hasNorthAmericanPhone(countryCode)) return digits.length >= 6 && digits.length <= 15 ? digits : null;
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
  if (digits.length > 11 && digits.startsWith('011')) return international(digits.slice(3), countryCode);
  return digits.length === 10 ? digits : null;
}

function international(digits: string, countryCode: string): string | null {
  if (digits.startsWith('1') && digits.length !== 11) return null;
  if (digits.startsWith('1') && hasNorthAmericanPhone(countryCode)) return digits.slice(1);
  return digits.length >= 8 && digits.length <= 15 && !digits.startsWith('0') ? `+${digits}` : null;
}

/**
 * Reads the phone number of a new company, whose country is not known yet: as in the US, else any national number. Null
 * if the text is not one number.
 */
export function readPhoneOfAnyCountry(text: string): string | null {
  return readPhone(text, 'US') ?? readPhone(text, '');
}

/** Returns what is wrong with a phone number as it would be stored, or null; empty is valid. */
export function phoneProblem(phone: string, countryCode = 'US'): string | null {
  if (phone === '') return null;
  const [, number = ''] = stored.exec(phone) ?? [];
  if (!hasNorthAmericanPhone(countryCode)) return number ? null : 'Phone must have 6 to 15 digits';
  return number.startsWith('+') || number.length === 10 ? null : 'Phone must have 10 digits';
}
