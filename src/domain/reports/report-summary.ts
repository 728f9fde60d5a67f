/** The summary of a report: which deficiencies it lists, how many there are of each severity, and what they may cost. */
import { type Cents, sumCents } from '../base/money.ts';
import type { SummaryMode } from '../settings/reports.ts';
import type { ReportComment } from './reports.ts';

/** A severity of deficiencies, as the company has named it. */
export interface Severity {
  category: number;
  name: string;
  color: string;
  in_summary: boolean;
}

/** The severity of a deficiency for which none was chosen. */
export const defaultCategory = 2;

/**
 * Returns whether a comment is listed in the summary: only deficiencies are. Unless hand-picked, its severity decides;
 * hand-picked, its mark does, and its severity until it is marked, so that a safety hazard is never left out by omission.
 */
export function isInSummary(
  comment: Pick<ReportComment, 'kind' | 'category' | 'in_summary'>,
  mode: SummaryMode,
  severities: readonly Pick<Severity, 'category' | 'in_summary'>[],
): boolean {
  if (comment.kind !== 3 || mode === 'off') return false;
  if (mode === 'hand_picked' && typeof comment.in_summary === 'boolean') return comment.in_summary;
  const category = comment.category ?? defaultCategory;
  return severities.find((one) => one.category === category)?.in_summary ?? true;
}

/** What the summary of a report with the mode `off` shows if it is asked for all the same, as a share or a PDF. */
export function askedSummary(mode: SummaryMode): Exclude<SummaryMode, 'off'> {
  return mode === 'off' ? 'automatic' : mode;
}

/** What the summary needs of a deficiency. `in_summary` is the answer of `isInSummary`. */
export interface SummaryFinding {
  category: number | null;
  in_summary: boolean;
  recommendation: string;
  min_cost_cents: Cents | null;
  max_cost_cents: Cents | null;
}

export interface CostRange {
  min: Cents;
  max: Cents;
}

/** The deficiencies of one severity: all of them, and those that the summary lists. */
export interface SeverityGroup<T> {
  /** Null for those whose severity the company no longer has. */
  severity: Severity | null;
  all: T[];
  listed: T[];
  /** Null if none of them has a cost. */
  costs: CostRange | null;
}

/** Who to call, and for how many deficiencies. */
interface RecommendedTrade {
  name: string;
  count: number;
}

export interface ReportSummary<T> {
  /** The most severe first; only those that occur. */
  groups: SeverityGroup<T>[];
  costs: CostRange | null;
  /** The trade with the most deficiencies first. */
  trades: RecommendedTrade[];
}

/**
 * Summarizes the deficiencies of a report, given in report order, each once however many locations it has. Counts, costs
 * and trades cover all of them; only the lists are limited to the summary.
 */
export function summarizeFindings<T extends SummaryFinding>(
  findings: readonly T[],
  severities: readonly Severity[],
): ReportSummary<T> {
  const known = [...severities].sort((a, b) => b.category - a.category);
  const of = (severity: Severity | null) =>
    findings.filter(({ category }) =>
      severity === null
        ? !known.some((one) => one.category === (category ?? defaultCategory))
        : severity.category === (category ?? defaultCategory),
    );
  const groups = [...known, null]
    .map((severity) => ({ severity, all: of(severity) }))
    .filter(({ all }) => all.length > 0)
    .map((group) => ({
      ...group,
      listed: group.all.filter((finding) => finding.in_summary),
      costs: costRange(group.all),
    }));
  return { groups, costs: costRange(findings), trades: recommendedTrades(findings) };
}

/** Returns the sum of costs. A bound that was left open counts like the other one; null if there are no costs at all. */
export function costRange(
  findings: readonly Pick<SummaryFinding, 'min_cost_cents' | 'max_cost_cents'>[],
): CostRange | null {
  const known = findings.flatMap(({ min_cost_cents, max_cost_cents }) => {
    const min = min_cost_cents ?? max_cost_cents;
    const max = max_cost_cents ?? min_cost_cents;
    return min === null || max === null ? [] : [{ min, max }];
  });
  if (known.length === 0) return null;
  return { min: sumCents(known.map(({ min }) => min)), max: sumCents(known.map(({ max }) => max)) };
}

function recommendedTrades(findings: readonly SummaryFinding[]): RecommendedTrade[] {
  const counts = new Map<string, number>();
  for (const { recommendation } of findings) {
    const name = recommendation.trim();
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // Stable: of two with as many, the one that comes first in the report.
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
