import type { Lang } from '#domain/base/date-formats.ts';
import type { SummaryMode } from '#domain/settings/reports.ts';
import type { ActionCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import { displayedState, readableVersion } from '../access/read-report.ts';
import { type OpenedReport, openForReview, openThroughGate } from '../access/view-gate.ts';
import type { downloadReport as contract } from '../reading-contract.ts';
import type * as store from '../store.ts';
import { renderReportPdf, reportPdfFileName } from './report-pdf.ts';
import { loadReportPdfSource, type ReportPdfKind, type ReportPdfSource } from './report-pdf-source.ts';
import { storedPdfLang } from './report-pdf-texts.ts';

/**
 * The PDF of the published report, or for the team of the draft, marked as such. Serves the stored file. If there is
 * none yet, renders it on demand, and if that fails, serves the previous one.
 */
export async function downloadReport(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract>,
): Promise<Download> {
  const { report, source, isReview, hasStoredSummary } = await ctx.read(async (r) => {
    const needs = input.type === 'full' ? 'view_report' : 'view_summary';
    const opened = input.review
      ? await openForReview(r, input, input.review, needs)
      : await openThroughGate(r, input, needs);
    const version = await readableVersion(r, opened.report, opened.isTeam, input.version);
    const shown = await displayedState(
      r,
      opened.report,
      opened.isReview || opened.report.published_rev === null,
      opened.isReview ? undefined : version,
    );
    // A recipient of a draft link gets a PDF marked as draft.
    const marked = opened.isReview ? { ...shown, is_draft: true, published_at: null } : shown;
    const asked = { ...marked, summary: listedFor(opened, shown.summary, input.summary) };
    return {
      ...opened,
      source: await loadReportPdfSource(r, opened.report, opened.appointment, asked),
      // Stored are the PDFs with the published summary, in one language.
      hasStoredSummary: asked.summary === shown.summary,
    };
  });
  const filename = reportPdfFileName(source, input.type, input.lang);
  const inline = input.inline === true;
  const isAsStored = !isReview && hasStoredSummary && input.lang === storedPdfLang;
  if (isAsStored && report.pdf_rev === source.shown.rev) {
    const stored = await storedPaper(ctx, report, input.type, filename);
    if (stored) return { ...stored, inline };
  }
  return { ...(await made(ctx, report, source, { ...input, filename, hasStoredSummary })), inline };
}

/** What the summary lists for this reader: who was sent one summary gets no other. */
function listedFor(
  { isSummaryOnly, sentSummary }: OpenedReport,
  published: SummaryMode,
  wanted: SummaryMode | undefined,
): SummaryMode {
  if (isSummaryOnly) return sentSummary ?? published;
  return wanted ?? published;
}

async function made(
  ctx: ActionCtx,
  report: store.ReportRecord,
  source: ReportPdfSource,
  of: { type: ReportPdfKind; lang: Lang; filename: string; hasStoredSummary: boolean },
): Promise<Download> {
  const { type: kind, lang, filename } = of;
  try {
    const { bytes, sha256 } = await renderReportPdf(ctx, source, kind, lang);
    return { filename, type: 'application/pdf', body: bytes, bytes: bytes.length, etag: sha256 };
  } catch (error) {
    const isNewest = source.shown.rev === report.published_rev;
    const isSame = isNewest && of.hasStoredSummary && !source.shown.is_draft;
    const former = isSame ? await storedPaper(ctx, report, kind, filename) : null;
    if (!former) throw error;
    ctx.log.error({ err: error, report: report.id }, 'PDF rendering failed, served the previous one');
    return former;
  }
}

async function storedPaper(
  ctx: ActionCtx,
  report: store.ReportRecord,
  kind: ReportPdfKind,
  filename: string,
): Promise<Download | null> {
  const fileId = kind === 'full' ? report.pdf_full_file_id : report.pdf_summary_file_id;
  if (!fileId) return null;
  const row = await ctx.read((r) =>
    mine(r, 'stored_files').where('id', '=', fileId).select(['storage_key', 'sha256']).executeTakeFirst(),
  );
  const file = row ? await ctx.files.get(row.storage_key) : null;
  if (!row || !file) return null;
  return { filename, type: 'application/pdf', body: file.stream, bytes: file.size, etag: row.sha256 };
}
