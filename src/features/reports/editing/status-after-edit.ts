import { type ReportStatus, reportTransition } from '#domain/reports/reports.ts';

/** The status of a report after an edit. */
export function statusAfterEdit(status: string): ReportStatus {
  return reportTransition(status as ReportStatus, 'edit') ?? (status as ReportStatus);
}
