/** Joins the changes of two people who edited the same repair list. */
import { canonicalJson } from '../../base/canonical-json.ts';
import type { RepairDocument, RepairItem } from './repair-list.ts';

/** A field that both changed: the value of this browser is kept, and the other one is shown. */
export interface RepairClash {
  /** Null for a field of the list. */
  item_id: string | null;
  field: 'title' | 'addressees' | 'request' | 'note' | 'removed';
  theirs: string;
}

/**
 * Returns `theirs` with what was changed here since `base`. Of a field changed on both sides this browser's value is
 * kept and the other one is returned as a clash, so that nothing typed is lost. A defect that was removed there but
 * edited here stays.
 */
export function mergeRepairLists(
  base: RepairDocument,
  mine: RepairDocument,
  theirs: RepairDocument,
): { merged: RepairDocument; clashes: RepairClash[] } {
  const clashes: RepairClash[] = [];
  const pick = <T>(field: RepairClash['field'], item_id: string | null, values: [T, T, T]): T => {
    const [was, here, there] = values;
    if (same(here, was) || same(here, there)) return there;
    if (!same(there, was)) clashes.push({ item_id, field, theirs: textOf(there) });
    return here;
  };
  const title = pick('title', null, [base.title, mine.title, theirs.title]);
  const addressees = pick('addressees', null, [base.addressees, mine.addressees, theirs.addressees]);
  const [was, here, there] = [base, mine, theirs].map((list) => new Map(list.items.map((i) => [i.id, i])));
  const items = mergedOrder(base, mine, theirs).flatMap((id): RepairItem[] => {
    const [b, m, t] = [was?.get(id), here?.get(id), there?.get(id)];
    if (m && t) {
      const old = b ?? t;
      const request = pick('request', id, [requestOf(old), requestOf(m), requestOf(t)]);
      return [{ id, ...request, note: pick('note', id, [old.note, m.note, t.note]) }];
    }
    // Added on one side, or removed on the other.
    const only = m ?? t;
    if (!only || (b && same(only, b))) return [];
    if (b) clashes.push({ item_id: id, field: 'removed', theirs: '' });
    return [only];
  });
  return { merged: { title, addressees, items }, clashes };
}

const requestOf = ({ request, credit_cents }: RepairItem) => ({ request, credit_cents });
const same = (a: unknown, b: unknown) => canonicalJson(a) === canonicalJson(b);

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null && 'request' in value) return String(value.request);
  return String(value);
}

/** The order of this browser if it was changed here, else theirs; what only the other side has follows. */
function mergedOrder(base: RepairDocument, mine: RepairDocument, theirs: RepairDocument): string[] {
  const [was, here, there] = [base, mine, theirs].map((list) => list.items.map((item) => item.id));
  const known = new Set(was);
  const kept = (order: readonly string[] = []) => order.filter((id) => known.has(id));
  const isMoved = !same(
    kept(here),
    (was ?? []).filter((id) => here?.includes(id)),
  );
  const [first, second] = isMoved ? [here, there] : [there, here];
  return [...new Set([...(first ?? []), ...(second ?? [])])];
}
