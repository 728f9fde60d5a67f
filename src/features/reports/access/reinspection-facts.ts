import { fromCents } from '#domain/base/money.ts';
import { repairTotals } from '#domain/reports/repair/repair-list.ts';
import { countOutcomes } from '#domain/reports/repair/repair-reinspection.ts';
import { type ReportContent, visibleContent } from '#domain/reports/reports.ts';
import type { ReadCtx } from '#server/context.ts';
import type { PublicReport } from '../public-report-contract.ts';
import { versionFacts } from '../snapshots-store.ts';
import * as store from '../store.ts';

/** What the report of a re-inspection says as a whole; nothing for other reports. */
export async function reinspectionFacts(
  ctx: ReadCtx,
  report: store.ReportRecord,
  content: ReportContent,
  showsCosts: boolean,
): Promise<Pick<PublicReport, 'reinspection'>> {
  if (report.reinspects_report_id === null) return {};
  const earlier = await store.findReport(ctx, { id: report.reinspects_report_id });
  const inspected = earlier && (await versionFacts(ctx, earlier.id, report.reinspects_rev ?? 0));
  if (!earlier || !inspected) return {};
  const { sections } = visibleContent(content);
  const counts = countOutcomes(sections);
  const defects = sections.flatMap((section) =>
    section.items.flatMap((item) => item.comments.filter((comment) => comment.kind === 3)),
  );
  const none = { min_cost_cents: null, max_cost_cents: null };
  const totals = repairTotals(showsCosts ? defects : defects.map(() => none));
  const reinspection: PublicReport['reinspection'] = {
    report: { public_id: earlier.public_id, ...inspected },
    outcomes: content.ratings.flatMap(({ key, label }) => {
      const count = counts[key] ?? 0;
      return count > 0 ? [{ key, label, count }] : [];
    }),
    without_outcome: counts.open ?? 0,
    totals: {
      count: totals.count,
      estimated: totals.estimated,
      min_cost: fromCents(totals.min_cents),
      max_cost: fromCents(totals.max_cents),
    },
  };
  return { reinspection };
}
