/** Finding and changing one part of a report's content. Unchanged parts keep their identity. */
import type { ReportContent, ReportItem, ReportSection } from '../reports.ts';

/** Shown when the target of an operation no longer exists. */
export const goneMessage = 'This was removed from the report';

/** What a report may hold. */
export const reportLimits = { sections: 200, items: 2000, comments: 10_000, media: 3000 } as const;
export const fullMessage = 'This report is full. Remove something first.';

/** Changes an item; returns the reason if it no longer exists. */
export function inItem(
  content: ReportContent,
  id: string,
  change: (item: ReportItem) => ReportItem,
): ReportContent | string {
  return itemById(content, id) ? mapItem(content, id, change) : goneMessage;
}

/** Changes an item that exists. */
export function mapItem(
  content: ReportContent,
  id: string,
  change: (item: ReportItem) => ReportItem,
): ReportContent {
  const sections = content.sections.map((section) =>
    section.items.some((i) => i.id === id)
      ? { ...section, items: section.items.map((i) => (i.id === id ? change(i) : i)) }
      : section,
  );
  return { ...content, sections };
}

/** Changes a section; returns the reason if it no longer exists. */
export function inSection(
  content: ReportContent,
  id: string,
  change: (section: ReportSection) => ReportSection,
): ReportContent | string {
  return content.sections.some((s) => s.id === id) ? mapSection(content, id, change) : goneMessage;
}

/** Changes a section that exists. */
export function mapSection(
  content: ReportContent,
  id: string,
  change: (section: ReportSection) => ReportSection,
): ReportContent {
  return { ...content, sections: content.sections.map((s) => (s.id === id ? change(s) : s)) };
}

/** Returns a section, or undefined if it no longer exists. */
export function sectionById(content: ReportContent, id: string): ReportSection | undefined {
  return content.sections.find((s) => s.id === id);
}

/** Returns all items in the order of the content. */
export function allItems(content: ReportContent): ReportItem[] {
  return content.sections.flatMap((s) => s.items);
}

/** Returns an item, or undefined if it no longer exists. */
export function itemById(content: ReportContent, id: string): ReportItem | undefined {
  return allItems(content).find((i) => i.id === id);
}

/** The item that has this comment. */
export const itemWithComment = (content: ReportContent, id: string): ReportItem | undefined =>
  allItems(content).find((i) => i.comments.some((c) => c.id === id));
