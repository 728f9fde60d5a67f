/** Reports whose template left their appointment. */

import { addHours, asInstant, type Instant } from '../base/time.ts';

/** How long a detached report can be restored. */
const detachedDays = 30;

/** What happens to a report whose template is no longer part of its appointment. */
export type WithoutTemplate = 'stays' | 'is_detached' | 'is_deleted';

interface ReportFacts {
  content_rev: number;
  published_rev: number | null;
  first_published_at: string | null;
  attached_by_hand: boolean;
}

/**
 * Decides about a report without its template: what clients read stays, and so does what a user attached by hand; what has
 * entries is detached; only an untouched report is deleted.
 */
export function withoutTemplate(report: ReportFacts): WithoutTemplate {
  if (report.published_rev !== null || report.attached_by_hand) return 'stays';
  return report.content_rev === 0 && report.first_published_at === null ? 'is_deleted' : 'is_detached';
}

/** When a detached report is deleted for good; never if clients have received a version of it. */
export function deletedForGoodAt(report: {
  detached_at: string | null;
  first_published_at: string | null;
}): Instant | null {
  const { detached_at, first_published_at } = report;
  if (detached_at === null || first_published_at !== null) return null;
  return addHours(asInstant(detached_at), detachedDays * 24);
}
