/** Re-inspections: a report that contains only chosen defects of an earlier one, with an outcome for each. */
import type {
  Rating,
  ReportComment,
  ReportContent,
  ReportItem,
  ReportMedia,
  ReportSection,
} from '../reports.ts';
import { visibleContent } from '../reports.ts';

/** The ratings of a re-inspection: whether a defect was repaired. */
export const outcomeRatings: readonly Rating[] = [
  { key: 'RP', label: 'Repaired' },
  { key: 'PR', label: 'Partly repaired' },
  { key: 'NR', label: 'Not repaired' },
  { key: 'NA', label: 'Not accessible' },
];

/** A photo or video of the earlier report and its copy. */
export interface CopiedMedia {
  from: ReportMedia;
  to: ReportMedia;
}

/**
 * Returns the content of a re-inspection: for each chosen defect one item with its text, photos and videos as "before", in
 * the sections and the order of the earlier report. `newId` and `newPublicId` make the ids of the copies. Null if a
 * chosen comment is not a visible deficiency of that report.
 */
export function reinspectionContent(
  earlier: ReportContent,
  chosen: readonly string[],
  ids: { newId: () => string; newPublicId: () => string },
): { content: ReportContent; copied: CopiedMedia[] } | null {
  const wanted = new Set(chosen);
  const copied: CopiedMedia[] = [];
  let found = 0;
  const sections = visibleContent(earlier).sections.flatMap((section): ReportSection[] => {
    const id = ids.newId();
    const items = section.items.flatMap((item) =>
      item.comments
        .filter((comment) => comment.kind === 3 && wanted.has(comment.public_id ?? ''))
        .map((comment) => copiedDefect(comment, item, id, ids, copied)),
    );
    found += items.length;
    if (items.length === 0) return [];
    const own = { name: section.name, hidden: false, is_repeatable: false, standards_text: null };
    return [{ id, ...own, position: 0, items: items.map((item, position) => ({ ...item, position })) }];
  });
  if (found !== wanted.size || found === 0) return null;
  const placed = sections.map((section, position) => ({ ...section, position }));
  return { content: { ratings: outcomeRatings, sections: placed }, copied };
}

function copiedDefect(
  comment: ReportComment,
  item: ReportItem,
  section_id: string,
  ids: { newId: () => string; newPublicId: () => string },
  copied: CopiedMedia[],
): ReportItem {
  const id = ids.newId();
  const copy: ReportComment = {
    ...comment,
    id: ids.newId(),
    item_id: id,
    public_id: ids.newPublicId(),
    template_comment_id: null,
    is_required: false,
    position: 0,
  };
  const before = item.media.filter((media) => media.comment_id === comment.id);
  const media = before.map((from, position): ReportMedia => {
    const to = { ...from, id: ids.newId(), item_id: id, comment_id: copy.id, position, is_before: true };
    const one = { ...to, public_id: ids.newPublicId() };
    copied.push({ from, to: one });
    return one;
  });
  const name = item.name === comment.name ? item.name : `${item.name}: ${comment.name}`;
  return { id, section_id, name, show_ratings: true, rating: null, position: 0, comments: [copy], media };
}

/** Counts the items by outcome; `open` is what has none yet. */
export function countOutcomes(
  sections: readonly { items: readonly { rating: string | null }[] }[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { rating } of sections.flatMap((section) => section.items)) {
    const key = rating ?? 'open';
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
