/** Formatted texts of template files: written as HTML and read again without losing a character. */
import { cleanText } from '../text/clean.ts';
import { htmlToRichText } from '../text/html-to-rich-text.ts';
import {
  fromPlainText,
  isEmptyRichText,
  mapInline,
  type RichText,
  sanitizeRichText,
  toHtml,
  toPlainText,
} from '../text/rich-text.ts';

/** Spaces that HTML would collapse are written as character references; the marks are characters that no text has. */
const references: readonly [space: string, mark: string, reference: string][] = [
  [' ', '\u0001', '&#32;'],
  ['\t', '\u0002', '&#9;'],
  ['\n', '\u0003', '&#10;'],
];

/** Returns a text as HTML that `readHtmlText` reads as the same text; an empty one is an empty string. */
export function writeHtmlText(text: RichText | null): string {
  if (isEmptyRichText(text) || text === null) return '';
  const marked = mapInline(text, (node) =>
    node.type === 'text' ? [{ ...node, text: node.text.replace(/[ \t\n]+/g, markRun) }] : [node],
  );
  let html = toHtml(marked);
  for (const [, mark, reference] of references) html = html.replaceAll(mark, reference);
  return html;
}

function markRun(run: string): string {
  if (run === ' ') return run;
  let marked = run;
  for (const [space, mark] of references) marked = marked.replaceAll(space, mark);
  return marked;
}

/** Reads a text from HTML; null if nothing is left to read. */
export function readHtmlText(html: string): RichText | null {
  const text = htmlToRichText(html, { keepsSpaces: true });
  return isEmptyRichText(text) ? null : text;
}

const removedMarkup =
  /<\/?(?:script|style|iframe|object|embed|img|svg|video|audio|form|input|button|template|link|meta|base|table)\b|\son\w+\s*=|javascript:/i;

/** Returns whether HTML has markup that no text keeps: scripts, pictures, forms, tables. */
export function hasRemovedMarkup(html: string): boolean {
  return removedMarkup.test(html);
}

const startsAsHtml = /^<(?:p|h[1-3]|ul|ol)\b[^>]*>/i;
const endsAsHtml = /<\/(?:p|h[1-3]|ul|ol)>$/i;

/** Returns whether the text of a cell is HTML: it begins and ends with a block. */
export function isHtmlCell(cell: string): boolean {
  return startsAsHtml.test(cell) && endsAsHtml.test(cell);
}

/** Reads the text of a cell: plain text with its line breaks, or HTML. */
export function readTextCell(cell: string): RichText | null {
  if (isHtmlCell(cell)) return readHtmlText(cell);
  const text = fromPlainText(cell);
  return isEmptyRichText(text) ? null : text;
}

/** Writes a text as plain text where that is all there is to it, else as HTML. */
export function writeTextCell(text: RichText | null): string {
  if (text === null || isEmptyRichText(text)) return '';
  const plain = text.content.map((block) => toPlainText({ type: 'doc', content: [block] })).join('\n\n');
  const isPlain =
    plain === plain.trim() &&
    JSON.stringify(readTextCell(cleanText(plain))) === JSON.stringify(sanitizeRichText(text));
  return isPlain ? plain : writeHtmlText(text);
}
