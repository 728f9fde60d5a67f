/**
 * Whether tests that try the same in many forms try them all, as CI does (GABLE_THOROUGH=1), or in turns, so that `npm
 * test` stays under ten minutes.
 */
export const isThorough = process.env.GABLE_THOROUGH === '1';

/** Of many forms of one thing all, or every so manieth, at least one; the next `turn` takes others. */
export function inRotation<T>(forms: readonly T[], every: number, turn: number): readonly T[] {
  if (isThorough) return forms;
  const first = turn % Math.min(every, forms.length);
  return forms.filter((_, i) => i % every === first);
}
