import { type ReportStatus, reportTransition } from '#domain/reports/reports.ts';

/** The status a report has once somebody changed it. */
export function statusAfterEdit(status: string): ReportStatus {
  return reportTransition(status as ReportStatus, 'edit') ?? (status as ReportStatus);
}
