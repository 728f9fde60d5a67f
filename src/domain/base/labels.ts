import { groupBy } from './group-by.ts';
import { foldText } from './names.ts';

/**
 * Returns the label of each thing. Those that share one get what distinguishes them, in order of preference:
 * `Ann Lee (ann@x.example)`, at last their number: `Ann Lee (2)`.
 */
export function distinctLabels<T>(
  things: readonly T[],
  labelOf: (thing: T) => string,
  ...details: ((thing: T) => string)[]
): string[] {
  const groups = groupBy(things, (thing) => foldText(labelOf(thing)));
  return things.map((thing) => {
    const label = labelOf(thing);
    const same = groups.get(foldText(label)) ?? [];
    if (same.length < 2) return label;
    const detail = details.find(
      (of) => of(thing) !== '' && same.filter((one) => of(one) === of(thing)).length === 1,
    );
    return `${label} (${detail ? detail(thing) : same.indexOf(thing) + 1})`;
  });
}
