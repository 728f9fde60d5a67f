import { type Cents, zeroCents } from '#domain/base/money.ts';
import { typedAmount } from '#domain/base/typed-number.ts';

/** An amount as it was typed, with what is wrong with it: what cannot be read, else what `problemOf` says of it. */
export function parseAmount(
  text: string,
  problemOf: (cents: Cents) => string | null,
): { cents: Cents; problem: string | null } {
  const read = typedAmount(text);
  if ('problem' in read) return { cents: zeroCents, problem: read.problem };
  return { cents: read.cents, problem: problemOf(read.cents) };
}
