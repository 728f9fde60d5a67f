import type { Appointment } from '#features/appointments/contract.ts';
import { loadCopy, type Owner, type StoredCopy } from '#web/offline/offline-store.ts';
import type { FullReport } from '../../contract.ts';
import { completeReport } from './complete-report.ts';
import type { DraftStore } from './draft-store.ts';

/** The user's jobs of two days as this device stores them. */
export interface StoredJobs {
  /** The first of the two days, in the company's time zone. */
  from: string;
  jobs: Appointment[];
}

export const jobsKey = 'jobs';
export const jobListKey = 'job-list';
export const jobKey = (id: string) => `job/${id}`;
export const reportKey = (id: string) => `report/${id}`;
export const libraryKey = (reportId: string) => `library/${reportId}`;

/** Returns the stored jobs of today and tomorrow; null if the device has none. */
export function loadJobs(owner: Owner): Promise<StoredCopy<StoredJobs> | null> {
  return loadCopy<StoredJobs>(owner, jobsKey);
}

/**
 * Drafts that also know the stored copies of reports, so that an editor opens without a network on a device that has
 * never opened the report. Changes that wait stay with the state that they are based on.
 */
export function withStoredCopies<D extends DraftStore>(
  drafts: D,
  owner: Owner,
  copyOf: (owner: Owner, key: string) => Promise<{ data: FullReport } | null> = loadCopy<FullReport>,
): D {
  return {
    ...drafts,
    load: async (reportId) => {
      const found = await drafts.load(reportId);
      const stored = { ...found, report: found.report && completeReport(found.report) };
      if (stored.ops.length > 0) return stored;
      const copy = await copyOf(owner, reportKey(reportId));
      if (!copy || copy.data.rev <= (stored.rev ?? -1)) return stored;
      return { ...stored, rev: copy.data.rev, report: completeReport(copy.data) };
    },
  };
}
