/** What must never be stored of a gateway's response: people, addresses, tokens and secrets. */
const hidden =
  /name|address|phone|email|secret|token|nonce|source_id|opaque|payer|billing|shipping|bill_?to|ship_?to|ip$|fingerprint|receipt_url|href|account_holder/i;
/** Thirteen to nineteen digits in a row are treated as a card number wherever they appear. */
const digits = /\d[\d -]{11,21}\d/g;

/** Returns a gateway's response for storage: names, addresses, tokens and card numbers are replaced by `[redacted]`. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (value && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, hidden.test(key) ? '[redacted]' : redact(inner)]),
    );
  }
  return typeof value === 'string' ? maskCardNumbers(value) : value;
}

/** Masks everything that could be a card number (13–19 digits that pass Luhn). */
export function maskCardNumbers(text: string): string {
  return text.replace(digits, (found) => {
    const plain = found.replace(/\D/g, '');
    return plain.length >= 13 && plain.length <= 19 && passesLuhn(plain) ? '[redacted]' : found;
  });
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
