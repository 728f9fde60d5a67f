import { type ManualFee, parseManualFees } from '#domain/pricing/manual-fees.ts';
import type { FeeInput } from './contract.ts';

/** Lines as people sent them in our own units, and what is wrong with them by path (`fees.0.line_item`). */
export function parseFees(sent: readonly FeeInput[]): {
  fees: ManualFee[];
  problems: Record<string, string>;
} {
  return parseManualFees(sent);
}

/** A number of the wire or the text of a form field; null for empty, NaN for nonsense. */
export function parseLooseNumber(sent: number | string | null | undefined): number | null {
  if (sent === null || sent === undefined) return null;
  if (typeof sent === 'number') return sent;
  const text = sent.trim().replaceAll(',', '');
  return text === '' ? null : Number(text);
}
