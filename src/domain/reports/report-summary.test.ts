import { describe, expect, test } from 'vitest';
import { asCents } from '../base/money.ts';
import type { SummaryMode } from '../settings/reports.ts';
import { starterDefectCategories } from '../settings/starter-lists.ts';
import { makeComment } from './report-content-fixture.ts';
import { costRange, isInSummary, summarizeFindings } from './report-summary.ts';

const severities = starterDefectCategories;
const cents = (amount: number | null) => (amount === null ? null : asCents(amount));

describe('what the summary lists', () => {
  // Severity, mark, and whether the summary lists it by severity and hand-picked.
  test.each([
    [1, null, false, false],
    [2, null, true, true],
    [3, null, true, true],
    [null, null, true, true],
    [1, true, false, true],
    [3, false, true, false],
    // A severity that the company no longer has is never left out.
    [9, null, true, true],
  ])('severity %s, marked %s: %s by severity, %s hand-picked', (category, in_summary, automatic, picked) => {
    const comment = makeComment('c', 'i', { category, in_summary });
    const listed = (mode: SummaryMode) => isInSummary(comment, mode, severities);
    expect([listed('automatic'), listed('hand_picked'), listed('off')]).toEqual([automatic, picked, false]);
  });

  test('decides by severity for a comment of a version published before marks existed', () => {
    expect(isInSummary(makeComment('c', 'i', { category: 3 }), 'hand_picked', severities)).toBe(true);
  });

  test.each([1, 2] as const)('lists no comment of kind %s, marked or not', (kind) => {
    const comment = makeComment('c', 'i', { kind, category: 3, in_summary: true });
    expect(isInSummary(comment, 'hand_picked', severities)).toBe(false);
  });
});

describe('counts, costs and trades', () => {
  const finding = (
    category: number | null,
    [min, max]: [number | null, number | null],
    recommendation = '',
    in_summary = true,
  ) => ({ category, in_summary, recommendation, min_cost_cents: cents(min), max_cost_cents: cents(max) });

  test('groups the most severe first, counts all and lists only those of the summary', () => {
    const findings = [
      finding(1, [null, null], 'Handyman', false),
      finding(3, [10_000, 25_050], ' Roofer'),
      finding(2, [null, 5000], 'Roofer'),
      finding(null, [0, null], 'Electrician'),
      finding(9, [null, null]),
    ];
    const { groups, costs, trades } = summarizeFindings(findings, severities);
    expect(
      groups.map((group) => [
        group.severity?.name ?? null,
        group.all.length,
        group.listed.length,
        group.costs,
      ]),
    ).toEqual([
      ['Safety hazard', 1, 1, { min: 10_000, max: 25_050 }],
      ['Recommendation', 2, 2, { min: 5000, max: 5000 }],
      ['Maintenance', 1, 0, null],
      [null, 1, 1, null],
    ]);
    expect(costs).toEqual({ min: 15_000, max: 30_050 });
    expect(trades).toEqual([
      { name: 'Roofer', count: 2 },
      { name: 'Handyman', count: 1 },
      { name: 'Electrician', count: 1 },
    ]);
    const counted = groups.reduce((sum, group) => sum + group.all.length, 0);
    expect(counted).toBe(findings.length);
  });

  test('adds up cents exactly, and nothing is no cost', () => {
    const tenths = Array.from({ length: 10 }, () => finding(2, [10, 20]));
    expect(costRange(tenths)).toEqual({ min: 100, max: 200 });
    expect(costRange([finding(2, [null, null])])).toBeNull();
    expect(summarizeFindings([], severities)).toEqual({ groups: [], costs: null, trades: [] });
  });
});
