import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { queuedPdf } from '../pdf-state.ts';
import { assertCanEditReport } from '../report-rights.ts';
import * as store from '../store.ts';
import { queuePdf } from './queue-pdf.ts';

/** Queues a rebuild of the PDFs; the current ones are served until then. Requesting it twice queues it once. */
export async function rebuildPdfs(
  ctx: WriteCtx,
  input: { reportId: string },
): Promise<{ pdf_status: string }> {
  const report = await store.lockReport(ctx, input.reportId);
  if (!report) throw notFound();
  await assertCanEditReport(ctx, report.appointment_id);
  await updateMine(ctx, 'reports').set(queuedPdf(ctx)).where('id', '=', report.id).execute();
  await queuePdf(ctx, report.id, true);
  return { pdf_status: 'queued' };
}
