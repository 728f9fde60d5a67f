import { type ManualFee, parseManualFees } from '#domain/pricing/manual-fees.ts';
import type { FeeInput } from './contract.ts';

/** Parses sent lines to our internal units, with their problems by path (`fees.0.line_item`). */
export function parseFees(sent: readonly FeeInput[]): {
  fees: ManualFee[];
  problems: Record<string, string>;
} {
  return parseManualFees(sent);
}

/** Parses a number or the text of a form field; null for empty, NaN for anything else. */
export function parseLooseNumber(sent: number | string | null | undefined): number | null {
  if (sent === null || sent === undefined) return null;
  if (typeof sent === 'number') return sent;
  const text = sent.trim().replaceAll(',', '');
  return text === '' ? null : Number(text);
}
