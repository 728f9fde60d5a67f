import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { assertCanEditReport } from '../report-rights.ts';
import * as store from '../store.ts';
import { buildPdf } from './build-pdf.job.ts';

/** Queues a rebuild of the PDFs; the current ones are served until then. Requesting it twice queues it once. */
export async function rebuildPdfs(
  ctx: WriteCtx,
  input: { reportId: string },
): Promise<{ pdf_status: string }> {
  const report = await store.lockReport(ctx, input.reportId);
  if (!report) throw notFound();
  await assertCanEditReport(ctx, report.appointment_id);
  await updateMine(ctx, 'reports').set({ pdf_status: 'queued' }).where('id', '=', report.id).execute();
  await ctx.enqueue(buildPdf, { report_id: report.id, force: true }, { key: `${report.id}.force` });
  return { pdf_status: 'queued' };
}
