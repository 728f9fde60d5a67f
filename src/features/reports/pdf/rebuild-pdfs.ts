import type { WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import { assertCanEditReport } from '../report-rights.ts';
import * as store from '../store.ts';
import { buildPdf } from './build-pdf.job.ts';

/** Has the PDFs made anew; the present ones stay until then. Asking twice queues once. */
export async function rebuildPdfs(
  ctx: WriteCtx,
  input: { reportId: string },
): Promise<{ pdf_status: string }> {
  const report = await store.lockReport(ctx, input.reportId);
  if (!report) throw notFound();
  await assertCanEditReport(ctx, report.appointment_id);
  await ctx.db
    .updateTable('reports')
    .set({ pdf_status: 'queued' })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', report.id)
    .execute();
  await ctx.enqueue(buildPdf, { report_id: report.id, force: true }, { key: `${report.id}.force` });
  return { pdf_status: 'queued' };
}
