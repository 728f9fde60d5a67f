import type { BlockNode, InlineNode, RichText } from './rich-text.ts';

/**
 * The most pages that the text of an agreement may have. 40 pages of list items take half a second to print, and three on a
 * machine that is busy; the process that prints them is stopped after 20. What a tree can't hold (200,000 letters) is above it.
 */
export const mostAgreementPages = 40;

/** The most pages of one text of a template, such as its disclaimer. */
export const mostTemplatePages = 20;

const charactersPerLine = 95;
const linesPerPage = 48;
/** Each change of style takes the printer as long as a third of a line. */
const linesPerPiece = 1 / 3;

/** Estimates how many pages a text fills when it is printed; a placeholder counts as a line. Nothing has 0, a word has 1. */
export function textPages(tree: RichText): number {
  return Math.ceil(pagesOf(tree));
}

/** Like `textPages`, with fractions, to add up several texts. */
export function pagesOf(tree: RichText): number {
  return tree.content.reduce((sum, block) => sum + linesOf(block), 0) / linesPerPage;
}

/** Returns what is wrong with a text that has too many pages, in English, or null. */
export function longTextProblem(tree: RichText | null | undefined, most: number): string | null {
  const pages = tree ? textPages(tree) : 0;
  return pages > most ? `This text fills about ${pages} pages. At most ${most} can be printed.` : null;
}

function linesOf(block: BlockNode): number {
  if (block.type === 'paragraph') return lineCount(block.content);
  if (block.type === 'heading') return 1 + lineCount(block.content);
  return block.content.reduce(
    (sum, item) => sum + item.content.reduce((lines, each) => lines + linesOf(each), 0),
    0,
  );
}

function lineCount(nodes: readonly InlineNode[]): number {
  let lines = 1;
  let characters = 0;
  for (const node of nodes) {
    if (node.type === 'text') characters += widthOf(node.text);
    else lines += 1;
  }
  return Math.max(lines + Math.floor(characters / charactersPerLine), nodes.length * linesPerPiece);
}

/** East Asian letters are twice as wide as others. */
const wide = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g;

function widthOf(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0);
}
