/**
 * Whether tests with many variants run all of them, as CI does (GABLE_THOROUGH=1), or rotate through them, so that `npm
 * test` stays under ten minutes.
 */
export const isThorough = process.env.GABLE_THOROUGH === '1';

/** How many of the random cases of a test to run: the first fifth, in a thorough run all. They are the same in each run. */
export const randomCases = (all: number): number => (isThorough ? all : Math.ceil(all / 5));

/** Every nth variant, at least one; the next `turn` uses others. In a thorough run, all of them. */
export function inRotation<T>(forms: readonly T[], every: number, turn: number): readonly T[] {
  if (isThorough) return forms;
  const first = turn % Math.min(every, forms.length);
  return forms.filter((_, i) => i % every === first);
}
