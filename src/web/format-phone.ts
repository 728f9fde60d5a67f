import { formatPhone as formatNational } from '#domain/people/phone-format.ts';

/** Formats a stored phone number: '5125550199' → '(512) 555-0199'; other lengths than ten digits are kept. */
export function formatPhone(phone: string | null | undefined): string {
  if (!phone) return '';
  return /^\d{10}(x|$)/.test(phone) ? formatNational(phone) : phone.replace('x', ' x');
}
