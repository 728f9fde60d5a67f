import { defectsByPublicId } from '#domain/reports/repair/repair-list.ts';
import type { ReportComment } from '#domain/reports/reports.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import { readerSections } from '../access/read-report.ts';
import type { OpenedReport } from '../access/view-gate.ts';
import type { PublicComment } from '../public-report-contract.ts';
import type { RepairChoice } from '../repair-contract.ts';
import type { Snapshot } from '../snapshots-store.ts';
import type { ReportRecord } from '../store.ts';
import { snapshotAt } from './repair-store.ts';

/** A deficiency of a published version, as its readers see it. */
interface VisibleDefect {
  shown: PublicComment;
  /** Section and item. */
  place: string;
  comment: ReportComment;
}

/** The deficiencies of a version that a reader sees, by public id and in the order of the report. */
export interface VisibleDefects {
  rev: number;
  published_at: string;
  snapshot: Snapshot;
  company: Company;
  defects: Map<string, VisibleDefect>;
}

type Reader = Pick<OpenedReport, 'isSummaryOnly' | 'sentSummary'>;
/** The company's own users see all of a version. */
export const everything: Reader = { isSummaryOnly: false, sentSummary: null };

/** Reads the deficiencies of a version. Readers of the summary get those of the summary, without photos. */
export async function readDefects(
  ctx: ReadCtx,
  report: ReportRecord,
  rev: number,
  reader: Reader,
): Promise<VisibleDefects> {
  const row = await snapshotAt(ctx, report.id, rev);
  if (!row) throw notFound();
  return defectsOf(row, await getCompany(ctx), reader);
}

/** The deficiencies of a version that was read. */
export function defectsOf(
  row: { rev: number; content: unknown; published_at: string },
  company: Company,
  reader: Reader,
): VisibleDefects {
  const { settings } = company;
  const snapshot = row.content as Snapshot;
  const { content, summary = settings.report_summary } = snapshot;
  const { sections } = readerSections(reader, { content, summary }, settings);
  const comments = defectsByPublicId(snapshot.content);
  const defects = new Map<string, VisibleDefect>();
  for (const section of sections) {
    for (const item of section.items) {
      for (const shown of item.comments) {
        const comment = comments.get(shown.id);
        if (comment) defects.set(shown.id, { shown, place: `${section.name} › ${item.name}`, comment });
      }
    }
  }
  return { rev: row.rev, published_at: row.published_at, snapshot, company, defects };
}

/**
 * The revision whose wording a list shows: its own version. For the public not one that was withdrawn: then the newest.
 */
export async function shownRev(
  ctx: ReadCtx,
  { report, isTeam }: OpenedReport,
  ownRev: number,
): Promise<number> {
  const own = await snapshotAt(ctx, report.id, ownRev);
  const isReadable = own !== undefined && (isTeam || own.withdrawn_at === null);
  return isReadable ? ownRev : (report.published_rev ?? ownRev);
}

/** The defects as a dialog offers them. */
export function choicesOf({ defects }: VisibleDefects): RepairChoice[] {
  return [...defects].map(([id, { shown, place }]) => ({
    id,
    number: shown.number,
    name: shown.name,
    place,
    category: shown.category,
    min_cost: shown.min_cost,
    max_cost: shown.max_cost,
  }));
}

/** The names of the company's defect categories. */
export function categoryNames({ settings }: Company): { category: number; name: string }[] {
  return settings.defect_categories.map(({ category, name }) => ({ category, name }));
}
