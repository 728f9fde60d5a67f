import { pagesOf } from '../text/text-pages.ts';
import { type ReportComment, type ReportContent, visibleContent } from './reports.ts';

/**
 * The most pages that a report may have. 600 pages take three seconds to print, and eight on a machine that is busy; the
 * process that prints them is stopped after 25.
 */
export const mostReportPages = 600;

/** Of a comment without its text: its name, place and recommendation. */
const pagesPerComment = 0.25;
const pagesPerItem = 0.1;
/** Six fit on a page; loading them takes as long as printing twice as many pages. */
const pagesPerPhoto = 0.4;
const coverPages = 2;

/** Estimates how many pages the visible parts of a report fill when they are printed. */
export function reportPages(content: ReportContent): number {
  const items = visibleContent(content).sections.flatMap((section) => section.items);
  const pages = items.map(
    ({ comments, media }) =>
      pagesPerItem +
      comments.reduce((sum, comment) => sum + commentPages(comment), 0) +
      media.length * pagesPerPhoto,
  );
  return Math.ceil(pages.reduce((sum, each) => sum + each, coverPages));
}

function commentPages({ text }: ReportComment): number {
  return pagesPerComment + (text ? pagesOf(text) : 0);
}
