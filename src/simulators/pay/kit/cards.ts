/** What a payer entered in the frame. */
export interface SimCard {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
  readonly postalCode: string;
}

/** A clickable test card in the frame. */
export interface TestCard {
  readonly label: string;
  readonly number: string;
  readonly expiry?: string;
  readonly cvc?: string;
  readonly postalCode?: string;
}

/** Returns the card of a frame's form, or an error message. */
export function cardOf(form: Readonly<Record<string, string | undefined>>): SimCard | string {
  const number = (form.number ?? '').replace(/\D/g, '');
  const expiry = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec((form.expiry ?? '').trim());
  if (!passesLuhn(number)) return 'Your card number is invalid.';
  if (!expiry || Number(expiry[1]) < 1 || Number(expiry[1]) > 12) return 'Your card expiry is invalid.';
  if (!/^\d{3,4}$/.test(form.cvc ?? '')) return 'Your card security code is invalid.';
  const year = Number(expiry[2]);
  return {
    number,
    expMonth: Number(expiry[1]),
    expYear: year < 100 ? 2000 + year : year,
    cvc: form.cvc ?? '',
    postalCode: (form.postal_code ?? '').trim(),
  };
}

/** Returns the brand of a card by the first digits of its number. */
export function brandOf(number: string): 'visa' | 'mastercard' | 'amex' | 'discover' {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return /^6/.test(number) ? 'discover' : 'visa';
}

/** Luhn check, so that typing errors are detected as the provider would. */
function passesLuhn(number: string): boolean {
  if (number.length < 13 || number.length > 19) return false;
  let sum = 0;
  for (const [place, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
