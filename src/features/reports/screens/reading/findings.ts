import { type SummaryFinding, summarizeFindings } from '#domain/reports/report-summary.ts';
import { withCostsInCents } from '#wire/costs.ts';
import type { PublicComment, PublicReport } from '../../public-report-contract.ts';

/** A deficiency as the page lists it, with its costs in cents. */
export interface Finding extends SummaryFinding {
  comment: PublicComment;
  /** `Roof › Coverings`. */
  where: string;
}

/** The deficiencies of a report in its order, each once, with their counts and costs by severity. */
export function summaryOf(report: PublicReport) {
  const findings = report.sections.flatMap((section) =>
    section.items.flatMap((item) =>
      item.comments
        .filter((comment) => comment.kind === 3)
        .map((comment) => findingOf(comment, `${section.name} › ${item.name}`)),
    ),
  );
  return { findings, ...summarizeFindings(findings, report.categories) };
}

function findingOf(comment: PublicComment, where: string): Finding {
  const { category, in_summary, recommendation } = comment;
  const { min_cost_cents, max_cost_cents } = withCostsInCents({
    min_cost: comment.min_cost,
    max_cost: comment.max_cost,
  });
  return {
    comment,
    where,
    category,
    in_summary,
    recommendation,
    min_cost_cents: min_cost_cents ?? null,
    max_cost_cents: max_cost_cents ?? null,
  };
}

/** The report with nothing but the deficiencies of one severity. */
export function onlySeverity(report: PublicReport, category: number): PublicReport {
  const sections = report.sections
    .map((section) => ({
      ...section,
      standards_text: null,
      items: section.items
        .map((item) => ({
          ...item,
          photos: [],
          comments: item.comments.filter((comment) => comment.kind === 3 && comment.category === category),
        }))
        .filter((item) => item.comments.length > 0),
    }))
    .filter((section) => section.items.length > 0);
  return { ...report, sections };
}
