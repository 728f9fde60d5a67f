import { deleteFileRows, insertFileRow, uploadFile } from '#features/files/stored-files.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { DocumentLostError } from '#server/documents/document-problem.ts';
import { job } from '#server/jobs.ts';
import { displayedState } from '../access/read-report.ts';
import type { PdfProblem } from '../pdf-state.ts';
import * as store from '../store.ts';
import { renderReportPdf, reportPdfFileName } from './report-pdf.ts';
import { loadReportPdfSource, type ReportPdfSource } from './report-pdf-source.ts';
import { storedPdfLang } from './report-pdf-texts.ts';

/**
 * Builds both PDFs of a report's current state. Reads the state at run time, so that a late run does not produce an
 * outdated PDF.
 */
export const buildPdf = job<{ report_id: string; force?: boolean }>('reports/build-pdf', build, {
  expireInSeconds: 240,
  retryLimit: 3,
  // Two, so that a report whose photos are read does not hold up another company's; rendering takes turns.
  concurrency: 2,
});

async function build(ctx: ActionCtx, data: { report_id: string; force?: boolean }): Promise<void> {
  const source = await ctx.read(async (r) => {
    const report = await store.findReport(r, { id: data.report_id });
    const appointment = report && (await store.appointment(r, report.appointment_id));
    if (!report || !appointment) return null;
    const shown = await displayedState(r, report, report.published_rev === null);
    const isDone = report.pdf_status === 'ready' && report.pdf_rev === shown.rev && !data.force;
    return isDone ? null : loadReportPdfSource(r, report, appointment, shown);
  });
  if (!source) return;
  try {
    await replacePapers(ctx, data.report_id, source);
  } catch (error) {
    await ctx.tx((w) => markFailed(w, data.report_id, problemOf(error)));
    throw error;
  }
}

async function replacePapers(ctx: ActionCtx, reportId: string, source: ReportPdfSource): Promise<void> {
  const own = { isStored: true };
  const full = await renderReportPdf(ctx, source, 'full', storedPdfLang, own);
  const summary = await renderReportPdf(ctx, source, 'summary', storedPdfLang, own);
  const files = {
    full: await uploadFile(ctx, { bytes: full.bytes, type: 'application/pdf', sha256: full.sha256 }),
    summary: await uploadFile(ctx, { bytes: summary.bytes, type: 'application/pdf', sha256: summary.sha256 }),
  };
  const outdated = await ctx.tx(async (w) => {
    const report = await store.lockReport(w, reportId);
    if (!report || !isStill(report, source)) return [files.full.storage_key, files.summary.storage_key];
    for (const kind of ['full', 'summary'] as const) {
      await insertFileRow(w, files[kind], {
        purpose: 'report-pdf',
        name: reportPdfFileName(source, kind, storedPdfLang),
      });
    }
    await updateMine(w, 'reports')
      .set({
        pdf_full_file_id: files.full.id,
        pdf_summary_file_id: files.summary.id,
        pdf_rev: source.shown.rev,
        pdf_status: 'ready',
        pdf_problem: null,
      })
      .where('id', '=', reportId)
      .execute();
    const replaced = [report.pdf_full_file_id, report.pdf_summary_file_id];
    return deleteFileRows(
      w,
      replaced.filter((id) => id !== null),
    );
  });
  for (const key of outdated) await ctx.files.remove(key);
}

/** Whether these PDFs still show the state to be shown. */
function isStill(report: store.ReportRecord, { shown }: ReportPdfSource): boolean {
  return shown.is_draft ? report.published_rev === null : report.published_rev === shown.rev;
}

async function markFailed(w: WriteCtx, id: string, pdf_problem: PdfProblem): Promise<void> {
  await updateMine(w, 'reports').set({ pdf_status: 'failed', pdf_problem }).where('id', '=', id).execute();
}

function problemOf(error: unknown): PdfProblem {
  if (!(error instanceof DocumentLostError)) return 'unexpected';
  return error.reason === 'late' ? 'too_long' : 'stopped';
}
