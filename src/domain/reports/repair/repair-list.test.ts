import { describe, expect, test } from 'vitest';
import { asCents } from '../../base/money.ts';
import {
  cleanRepairItem,
  newRepairItem,
  repairItemProblems,
  repairItemState,
  repairTotals,
} from './repair-list.ts';
import { mergeRepairLists } from './repair-merge.ts';

const item = (id: string, more: object = {}) => ({ ...newRepairItem(id), ...more });

describe('repair lists', () => {
  test('sum estimates with one bound on both sides, and credits only where credit is requested', () => {
    const cents = (min: number | null, max: number | null) => ({
      min_cost_cents: min === null ? null : asCents(min),
      max_cost_cents: max === null ? null : asCents(max),
    });
    expect(
      repairTotals([
        { ...cents(100, 200), request: 'repair', credit_cents: null },
        { ...cents(null, 50), request: 'credit', credit_cents: asCents(30) },
        { ...cents(null, null), request: 'none', credit_cents: asCents(999) },
      ]),
    ).toEqual({ count: 3, estimated: 2, min_cents: 150, max_cents: 250, credits_cents: 30 });
  });

  test('name defects that may not be on them, repeated ones and credits without an amount', () => {
    const items = [item('a'), item('a'), item('b'), item('c', { request: 'credit' })];
    expect(Object.keys(repairItemProblems(items, new Set(['a', 'c'])))).toEqual([
      'items.1.id',
      'items.2.id',
      'items.3.credit',
    ]);
    expect(cleanRepairItem(item('a', { credit_cents: asCents(5) })).credit_cents).toBeNull();
  });

  test('compare a defect with its newest version by what readers see', () => {
    const shown = { name: 'Crack', locations: ['Front'], position: 1 };
    expect(repairItemState(shown, { ...shown, position: 2 })).toBe('same');
    expect(repairItemState(shown, { ...shown, name: 'Wide crack' })).toBe('changed');
    expect(repairItemState(shown, undefined)).toBe('gone');
  });
});

describe('two people who edit one list', () => {
  const base = { title: 'Repairs', addressees: ['Seller'], items: [item('a'), item('b'), item('c')] };

  test('keep both changes of different fields', () => {
    const mine = { ...base, items: [item('a', { note: 'mine' }), item('b'), item('c')] };
    const theirs = {
      ...base,
      title: 'Theirs',
      items: [item('a'), item('b', { request: 'none' }), item('c')],
    };
    expect(mergeRepairLists(base, mine, theirs)).toEqual({
      merged: {
        title: 'Theirs',
        addressees: ['Seller'],
        items: [item('a', { note: 'mine' }), item('b', { request: 'none' }), item('c')],
      },
      clashes: [],
    });
  });

  test('keep what was typed here where both changed one field, and name the other value', () => {
    const mine = { ...base, title: 'Mine', items: [item('a', { note: 'mine' }), item('b'), item('c')] };
    const theirs = { ...base, title: 'Theirs', items: [item('a', { note: 'theirs' }), item('b'), item('c')] };
    const { merged, clashes } = mergeRepairLists(base, mine, theirs);
    expect([merged.title, merged.items[0]?.note]).toEqual(['Mine', 'mine']);
    expect(clashes).toEqual([
      { item_id: null, field: 'title', theirs: 'Theirs' },
      { item_id: 'a', field: 'note', theirs: 'theirs' },
    ]);
  });

  test('remove what one removed and the other left alone, and keep what the other changed', () => {
    const mine = { ...base, items: [item('b'), item('c', { note: 'still wanted' })] };
    const theirs = { ...base, items: [item('a'), item('b')] };
    const { merged, clashes } = mergeRepairLists(base, mine, theirs);
    expect(merged.items.map((one) => one.id)).toEqual(['b', 'c']);
    expect(clashes).toEqual([{ item_id: 'c', field: 'removed', theirs: '' }]);
  });

  test('keep the order of the one who moved something', () => {
    const moved = { ...base, items: [item('c'), item('a'), item('b')] };
    expect(mergeRepairLists(base, moved, base).merged.items.map((one) => one.id)).toEqual(['c', 'a', 'b']);
    expect(mergeRepairLists(base, base, moved).merged.items.map((one) => one.id)).toEqual(['c', 'a', 'b']);
  });
});
