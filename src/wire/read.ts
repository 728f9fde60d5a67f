/** Readers of loosely typed input, as forms and clients of the API send it. */

/** Parses a number or the text of a form field; null for empty, NaN for anything else. */
export function parseLooseNumber(sent: number | string | null | undefined): number | null {
  if (sent === null || sent === undefined) return null;
  if (typeof sent === 'number') return sent;
  const text = sent.trim().replaceAll(',', '');
  return text === '' ? null : Number(text);
}

/** Parses a number or the text of a form field; null for anything that is not a finite number. */
export function parseKnownNumber(sent: number | string | null | undefined): number | null {
  const number = parseLooseNumber(sent);
  return number !== null && Number.isFinite(number) ? number : null;
}
