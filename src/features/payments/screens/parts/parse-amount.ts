import { type Cents, zeroCents } from '#domain/base/money.ts';
import { typedAmount } from '#domain/base/typed-number.ts';

/** Parses an entered amount and returns it with its problem: unreadable, or else what `problemOf` returns. */
export function parseAmount(
  text: string,
  problemOf: (cents: Cents) => string | null,
): { cents: Cents; problem: string | null } {
  const read = typedAmount(text);
  if ('problem' in read) return { cents: zeroCents, problem: read.problem };
  return { cents: read.cents, problem: problemOf(read.cents) };
}
