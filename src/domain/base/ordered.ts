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

/** The id of the member before this one by position; null for the first. */
export function idBefore(list: readonly { id: string; position: number }[], id: string): string | null {
  const sorted = sortByPosition(list);
  return sorted[sorted.findIndex((member) => member.id === id) - 1]?.id ?? null;
}

/** Renumbers a list. Members whose position stays keep their identity. */
export function placed<T extends { position: number }>(list: readonly T[]): T[] {
  return list.map((thing, position) => (thing.position === position ? thing : { ...thing, position }));
}

/**
 * Returns the members whose position changes when the named ones come first, in this order, with the new position. Null if
 * an id is not among the members.
 */
export function listInOrder(
  members: readonly { id: string; position: number }[],
  ids: readonly string[],
): { id: string; position: number }[] | null {
  const named = [...new Set(ids)];
  const known = new Map(members.map((member) => [member.id, member.position]));
  if (named.some((id) => !known.has(id))) return null;
  const all = [...named, ...members.map((member) => member.id).filter((id) => !named.includes(id))];
  return all
    .map((id, position) => ({ id, position }))
    .filter(({ id, position }) => known.get(id) !== position);
}

/** Returns only defined keys: `undefined` from a parsed body must not erase a value. */
export function defined<T extends object>(changes: T): T {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as T;
}

/** The parts that are new or another object than before: reducers keep the identity of what they do not change. */
export function changedParts<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((part) => [part.id, part]));
  return after.filter((part) => known.get(part.id) !== part);
}

/** The ids of the parts that are no longer there. */
export function removedIds(before: readonly { id: string }[], after: readonly { id: string }[]): string[] {
  const remaining = new Set(after.map((part) => part.id));
  return before.filter((part) => !remaining.has(part.id)).map((part) => part.id);
}
