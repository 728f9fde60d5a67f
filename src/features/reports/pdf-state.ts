import { asInstant, type Instant, minutesBetween } from '#domain/base/time.ts';
import type { FullReport } from './contract.ts';
import type { ReportRecord } from './store.ts';

/** Why PDFs could not be built: it took too long, its process was stopped, or something unexpected. */
export type PdfProblem = NonNullable<FullReport['pdf_problem']>;

/** The columns of a report whose PDFs are waited for. */
export function queuedPdf({ now }: { now: Instant }) {
  return { pdf_status: 'queued', pdf_queued_at: now, pdf_problem: null };
}

/** Every attempt of the job has ended by then, whatever became of its process. */
const longestMinutes = 15;

/** The state of a report's PDFs: what is waited for in vain has failed, so that it can be asked for again. */
export function pdfStateOf(
  report: Pick<ReportRecord, 'pdf_status' | 'pdf_problem' | 'pdf_queued_at'>,
  now: Instant,
): Pick<FullReport, 'pdf_status' | 'pdf_problem'> {
  const { pdf_queued_at } = report;
  const pdf_status = report.pdf_status as FullReport['pdf_status'];
  const pdf_problem = report.pdf_problem as PdfProblem | null;
  if (pdf_status === 'failed') return { pdf_status, pdf_problem: pdf_problem ?? 'unexpected' };
  if (pdf_status !== 'queued') return { pdf_status, pdf_problem: null };
  const isLost = !pdf_queued_at || minutesBetween(asInstant(pdf_queued_at), now) > longestMinutes;
  return isLost ? { pdf_status: 'failed', pdf_problem: 'unexpected' } : { pdf_status, pdf_problem: null };
}
