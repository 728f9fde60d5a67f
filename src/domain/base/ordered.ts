/** Lists whose members know their position: 0, 1, 2 … */

/** Sorts by position; members with equal positions keep their order. */
export function sortByPosition<T extends { position: number }>(things: readonly T[]): T[] {
  return [...things].sort((a, b) => a.position - b.position);
}

/**
 * Inserts a member after the named one (first for null, last if that one no longer exists) and renumbers the list.
 */
export function insertedAfter<T extends { id: string; position: number }>(
  list: readonly T[],
  thing: T,
  afterId: string | null,
): T[] {
  const found = afterId === null ? 0 : list.findIndex((t) => t.id === afterId) + 1;
  const at = afterId !== null && found === 0 ? list.length : found;
  return placed([...list.slice(0, at), thing, ...list.slice(at)]);
}

/** Renumbers a list. Members whose position stays keep their identity. */
export function placed<T extends { position: number }>(list: readonly T[]): T[] {
  return list.map((thing, position) => (thing.position === position ? thing : { ...thing, position }));
}

/** Returns only defined keys: `undefined` from a parsed body must not erase a value. */
export function defined<T extends object>(changes: T): T {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as T;
}
