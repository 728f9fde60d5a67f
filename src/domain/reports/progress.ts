/** How far a report is: what must be rated and answered, and what is missing. */
import { sortByPosition } from '../base/ordered.ts';
import { type MissingPart, missingInSection } from './publishing.ts';
import type { ReportContent, ReportSection } from './reports.ts';

/** What a section asks for: ratings and required answers. */
export interface Progress {
  done: number;
  total: number;
}

/** Where to go in the report: a section, or one of its items or comments. */
export interface ReportPlace {
  section_id: string;
  item_id: string | null;
  comment_id: string | null;
}

/** Returns how much of what a section asks for is there. Sections left out of the report ask for nothing. */
export function sectionProgress(section: ReportSection): Progress {
  if (section.hidden) return { done: 0, total: 0 };
  const rateable = section.items.filter((item) => item.show_ratings).length;
  const required = section.items.reduce(
    (sum, item) => sum + item.comments.filter((comment) => comment.is_required).length,
    0,
  );
  const total = rateable + required;
  return { done: total - missingInSection(section).length, total };
}

/** Returns the progress of the whole report. */
export function progressOfReport(content: ReportContent): Progress {
  return content.sections
    .map(sectionProgress)
    .reduce((sum, { done, total }) => ({ done: sum.done + done, total: sum.total + total }), {
      done: 0,
      total: 0,
    });
}

/** Returns the first missing part after a place in the report, from the top again after its end; null if none is missing. */
export function nextMissing(
  missing: readonly MissingPart[],
  content: ReportContent,
  from: { section_id: string; item_id: string | null },
): MissingPart | null {
  const order = placesOf(content);
  const at = order.get(from.item_id ?? '') ?? order.get(from.section_id) ?? -1;
  const isLater = (part: MissingPart) => (order.get(part.item_id) ?? 0) > at;
  return missing.find(isLater) ?? missing[0] ?? null;
}

/** The place of each section and item in the order of the report. */
function placesOf(content: ReportContent): Map<string, number> {
  const places = new Map<string, number>();
  for (const section of sortByPosition(content.sections)) {
    places.set(section.id, places.size);
    for (const item of sortByPosition(section.items)) places.set(item.id, places.size);
  }
  return places;
}
