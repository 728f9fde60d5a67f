import { Tokenizer } from 'htmlparser2';
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
const markOf: Record<string, 'bold' | 'italic'> = { b: 'bold', strong: 'bold', i: 'italic', em: 'italic' };
/** The content of these is not text of the page. */
const silentTags = new Set(['script', 'style', 'template', 'title']);
/** Placeholders, which never occur in text, for spaces that must not collapse while a text is read. */
const spaceMarks = new Map([
  [' ', '\u0001'],
  ['\t', '\u0002'],
  ['\n', '\u0003'],
]);
/** Deeper lists join the innermost one: the sanitizer keeps no more levels. */
const maxListDepth = 4;

/**
 * Converts HTML to a tree: paragraphs, three heading levels, lists, bold, italic, line breaks and links (https,
 * mailto). Of anything else only the text remains, of scripts and styles nothing. Never fails, and takes time in
 * proportion to the length, whatever the nesting. `keepsSpaces` keeps spaces, tabs and line breaks that are written as
 * character references (`&#32;`), and spaces that do not break, so that a text can be written as HTML and read again.
 */
export function htmlToRichText(html: string, { keepsSpaces = false } = {}): RichText {
  const builder = new TreeBuilder(keepsSpaces);
  const slice = (start: number, end: number) => html.slice(start, end);
  let tag = '';
  let attribute = '';
  let href: string | null = null;
  const opened = () => {
    builder.open(tag, href ?? '');
    href = null;
  };
  const ignored = () => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => builder.text(slice(start, end)),
      ontextentity: (codePoint) => builder.character(codePoint),
      onopentagname: (start, end) => {
        tag = slice(start, end).toLowerCase();
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => builder.close(slice(start, end).toLowerCase()),
      onattribname: (start, end) => {
        attribute = tag === 'a' ? slice(start, end).toLowerCase() : '';
        if (attribute === 'href') href = '';
      },
      onattribdata: (start, end) => {
        if (attribute === 'href') href += slice(start, end);
      },
      onattribentity: (codePoint) => {
        if (attribute === 'href') href += String.fromCodePoint(codePoint);
      },
      onattribend: ignored,
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onprocessinginstruction: ignored,
      onend: ignored,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return builder.result();
}

/** Builds the tree from tags and text. Its stack is bounded: paragraphs do not nest, lists only to `maxListDepth`. */
class TreeBuilder {
  private readonly root: Node = { type: 'doc', content: [] };
  private stack: { tag: string; node: Node }[] = [];
  private readonly counts: Record<string, number> = {};
  private link: string | null = null;
  /** The marks of the next text, until one opens or closes: a run of texts shares them. */
  private marks: object[] | null = null;
  private silent = '';
  private pending = '';
  private readonly keepsSpaces: boolean;

  constructor(keepsSpaces: boolean) {
    this.keepsSpaces = keepsSpaces;
  }

  character(codePoint: number): void {
    const mark = this.keepsSpaces ? spaceMarks.get(String.fromCodePoint(codePoint)) : undefined;
    this.text(mark ?? String.fromCodePoint(codePoint));
  }

  text(text: string): void {
    if (this.silent === '') this.pending += text;
  }

  open(tag: string, href: string): void {
    if (this.silent !== '') return;
    this.flush();
    if (silentTags.has(tag)) this.silent = tag;
    else if (tag === 'br') this.insert({ type: 'hardBreak' });
    else if (tag === 'a') this.setLink(href);
    else if (markOf[tag]) this.countMark(tag, 1);
    else if (blocks[tag]) this.openBlock(tag, blocks[tag]());
  }

  close(tag: string): void {
    if (this.silent !== '') {
      if (tag === this.silent) this.silent = '';
      return;
    }
    this.flush();
    if (tag === 'a') this.setLink(null);
    else if (markOf[tag]) this.countMark(tag, -1);
    else if (blocks[tag]) this.closeBlock(tag);
  }

  result(): RichText {
    this.flush();
    return sanitizeRichText(this.root);
  }

  private openBlock(tag: string, node: Node): void {
    if (this.isInText()) this.leaveText();
    const isList = tag === 'ul' || tag === 'ol';
    const lists = this.stack.filter((each) => each.tag === 'ul' || each.tag === 'ol').length;
    if (isList && lists >= maxListDepth) return;
    // A new item ends the one before it, unless a list was opened in between.
    if (tag === 'li' && this.stack.at(-1)?.tag === 'li') this.stack.pop();
    this.insert(node);
    this.stack.push({ tag, node });
  }

  /** Closes the paragraph around a new block; an empty one, such as a div around other blocks, is removed. */
  private leaveText(): void {
    const left = this.stack.pop();
    if (left?.node.content?.length === 0) (this.stack.at(-1)?.node ?? this.root).content?.pop();
  }

  private closeBlock(tag: string): void {
    const at = this.stack.findLastIndex((each) => each.tag === tag);
    if (at >= 0) this.stack.length = at;
  }

  private isInText(): boolean {
    const type = this.stack.at(-1)?.node.type;
    return type === 'paragraph' || type === 'heading';
  }

  private setLink(href: string | null): void {
    if (href !== this.link) this.marks = null;
    this.link = href;
  }

  private countMark(tag: string, by: number): void {
    const before = this.counts[tag] ?? 0;
    const after = Math.max(0, before + by);
    this.counts[tag] = after;
    if (after > 0 !== before > 0) this.marks = null;
  }

  private flush(): void {
    if (this.pending === '') return;
    const collapsed = this.pending.replace(this.keepsSpaces ? /[ \t\n\r\f]+/g : /\s+/g, ' ');
    this.pending = '';
    if (collapsed === '' || (collapsed === ' ' && !this.isInText())) return;
    const text = this.keepsSpaces ? withMarkedSpaces(collapsed) : collapsed;
    this.marks ??= this.currentMarks();
    const { marks } = this;
    this.insert({ type: 'text', text, ...(marks.length > 0 ? { marks } : {}) });
  }

  private currentMarks(): object[] {
    const marks: object[] = [];
    for (const [tag, count] of Object.entries(this.counts)) {
      if (count > 0) marks.push({ type: markOf[tag] });
    }
    if (this.link !== null) marks.push({ type: 'link', attrs: { href: this.link } });
    return marks;
  }

  private insert(node: Node): void {
    (this.stack.at(-1)?.node ?? this.root).content?.push(node);
  }
}

function withMarkedSpaces(text: string): string {
  let plain = text;
  for (const [space, mark] of spaceMarks) plain = plain.replaceAll(mark, space);
  return plain;
}
