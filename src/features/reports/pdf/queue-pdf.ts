import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { buildPdf } from './build-pdf.job.ts';

/** The most that a company's own queue counts against it. */
const mostCounted = 1000;

/**
 * Queues the PDFs of a report. The more PDFs of a company are waiting, the later its next ones run: another company's
 * report does not wait for all of them. `again` builds them even if they are up to date.
 */
export async function queuePdf(w: WriteCtx, reportId: string, again: boolean): Promise<void> {
  const waiting = await mine(w, 'reports')
    .where('pdf_status', '=', 'queued')
    .select('id')
    .limit(mostCounted)
    .execute();
  await w.enqueue(
    buildPdf,
    { report_id: reportId, ...(again ? { force: true } : {}) },
    { key: again ? `${reportId}.force` : reportId, priority: -waiting.length },
  );
}
