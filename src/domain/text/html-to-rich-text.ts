import { type RichText, sanitizeRichText } from './rich-text.ts';

interface Node {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: object[];
  content?: Node[];
}

const blocks: Record<string, () => Node> = {
  p: () => ({ type: 'paragraph', content: [] }),
  div: () => ({ type: 'paragraph', content: [] }),
  h1: () => ({ type: 'heading', attrs: { level: 1 }, content: [] }),
  h2: () => ({ type: 'heading', attrs: { level: 2 }, content: [] }),
  h3: () => ({ type: 'heading', attrs: { level: 3 }, content: [] }),
  ul: () => ({ type: 'bulletList', content: [] }),
  ol: () => ({ type: 'orderedList', content: [] }),
  li: () => ({ type: 'listItem', content: [] }),
};
const markOf: Record<string, string> = { b: 'bold', strong: 'bold', i: 'italic', em: 'italic' };
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
/** The content of these is not text of the page. */
const silent = /<(script|style|template|title)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;
const piece = /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>|([^<]+|<)/gi;

/**
 * Converts HTML to a tree: paragraphs, three heading levels, lists, bold, italic, line breaks and links (https,
 * mailto). Of anything else only the text remains, of scripts and styles nothing. Never fails.
 */
export function htmlToRichText(html: string): RichText {
  const root: Node = { type: 'doc', content: [] };
  const open: { tag: string; node: Node }[] = [];
  let marks: { tag: string; mark: object }[] = [];
  const into = () => (open.at(-1)?.node ?? root).content ?? [];
  for (const [, slash, name, rest, content] of html.replace(silent, '').matchAll(piece)) {
    if (content !== undefined) {
      const text = decoded(content).replace(/\s+/g, ' ');
      const isBetween =
        text.trim() === '' && !open.some(({ node }) => node.type === 'paragraph' || node.type === 'heading');
      if (!isBetween)
        into().push({ type: 'text', text, ...(marks.length > 0 ? { marks: marks.map((m) => m.mark) } : {}) });
      continue;
    }
    const tag = (name ?? '').toLowerCase();
    const block = blocks[tag];
    if (tag === 'br') into().push({ type: 'hardBreak' });
    else if (block && slash) close(open, tag);
    else if (block) {
      const node = block();
      into().push(node);
      open.push({ tag, node });
    } else if (slash)
      marks = marks.filter(
        (mark, i) => !(mark.tag === tag && i === marks.findLastIndex((m) => m.tag === tag)),
      );
    else {
      const mark = markFor(tag, rest ?? '');
      if (mark) marks = [...marks, { tag, mark }];
    }
  }
  return sanitizeRichText(root);
}

function close(open: { tag: string }[], tag: string): void {
  const at = open.findLastIndex((each) => each.tag === tag);
  if (at >= 0) open.length = at;
}

function markFor(tag: string, attributes: string): object | null {
  const simple = markOf[tag];
  if (simple) return { type: simple };
  if (tag !== 'a') return null;
  const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes);
  return { type: 'link', attrs: { href: decoded(href?.[1] ?? href?.[2] ?? href?.[3] ?? '') } };
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
