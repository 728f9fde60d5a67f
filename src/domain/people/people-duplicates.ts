/** Finds people who may have been entered twice. */

/** A person's folded names, by which the list sorts. */
export interface PersonSortNames {
  id: string;
  last: string;
  first: string;
}
export type Pair = readonly [string, string];

/**
 * Returns pairs of people with the same last name whose first names are equal or one letter apart (`Jon` and `John`;
 * names of three letters or more). Compares what remains when one letter is removed, so the work grows linearly with
 * the number of names.
 */
export function similarPairs(people: readonly PersonSortNames[]): Pair[] {
  const byRest = new Map<string, PersonSortNames[]>();
  const pairs = new Map<string, Pair>();
  for (const person of people) {
    for (const rest of restsOf(person)) {
      const others = byRest.get(rest) ?? [];
      for (const other of others) {
        if (other.id === person.id || !areSimilarFirstNames(other.first, person.first)) continue;
        const pair = toOrderedPair(other.id, person.id);
        pairs.set(pair.join(), pair);
      }
      // For a name that hundreds share, compare each with only a few.
      if (others.length < 12) byRest.set(rest, [...others, person]);
    }
  }
  return [...pairs.values()];
}

function restsOf({ last, first }: PersonSortNames): Set<string> {
  const letters = [...first];
  const rests = letters.length < 3 ? [] : letters.map((_, i) => letters.filter((_l, j) => j !== i).join(''));
  return new Set([first, ...rests].map((rest) => `${last}|${rest}`));
}

/** Returns whether two first names are equal, or have three letters or more and are one letter apart. */
export function areSimilarFirstNames(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (short.length < 3 || long.length - short.length > 1) return false;
  let i = 0;
  while (i < short.length && short[i] === long[i]) i += 1;
  const rest = long.slice(i + 1).join('');
  return rest === (short.length === long.length ? short.slice(i + 1) : short.slice(i)).join('');
}

/** Returns two ids as a pair, the smaller one first. */
export function toOrderedPair(one: string, other: string): Pair {
  return one < other ? [one, other] : [other, one];
}

/**
 * Returns the groups of two or more people that pairs form, ordered by their smallest id. Pairs in `apart` are ignored.
 */
export function groupPairs(pairs: readonly Pair[], apart: ReadonlySet<string> = new Set()): string[][] {
  const groupOf = new Map<string, Set<string>>();
  for (const [one, other] of pairs) {
    if (apart.has(toOrderedPair(one, other).join())) continue;
    const [a, b] = [groupOf.get(one) ?? new Set([one]), groupOf.get(other) ?? new Set([other])];
    for (const id of b) a.add(id);
    for (const id of a) groupOf.set(id, a);
  }
  const groups = [...new Set(groupOf.values())].map((group) => [...group].sort());
  return groups.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

/** Returns every pair of a group. */
export function allPairs(ids: readonly string[]): Pair[] {
  return ids.flatMap((one, i) => ids.slice(i + 1).map((other) => toOrderedPair(one, other)));
}
