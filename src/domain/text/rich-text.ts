/**
 * Rich text is the editor's tree (ProseMirror's names), stored as JSON, sanitized on input, rendered as HTML or PDF.
 */

export type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } };
export interface TextNode {
  type: 'text';
  text: string;
  marks?: Mark[];
}
/** A token to be filled from facts, such as `CLIENT_NAME`. */
interface PlaceholderNode {
  type: 'placeholder';
  attrs: { name: string };
}
/** A person's signature, inserted when placeholders are filled: the stored picture if there is one, else the name. */
interface SignatureNode {
  type: 'signature';
  attrs: { person_id: string | null; name: string; file_id?: string };
}
export type InlineNode = TextNode | PlaceholderNode | SignatureNode | { type: 'hardBreak' };
interface ListItemNode {
  type: 'listItem';
  content: BlockNode[];
}
export type BlockNode =
  | { type: 'paragraph'; content: InlineNode[] }
  | { type: 'heading'; attrs: { level: 1 | 2 | 3 }; content: InlineNode[] }
  | { type: 'bulletList' | 'orderedList'; content: ListItemNode[] };
export interface RichText {
  type: 'doc';
  content: BlockNode[];
}

/** An empty document. */
export const emptyRichText: RichText = { type: 'doc', content: [] };

const maxDepth = 8;
const maxCharacters = 200_000;
const noMarks: readonly Mark[] = [];
const token = /\{\{\s*([A-Z][A-Z_]{1,39})\s*\}\}/g;

interface Loose {
  type?: unknown;
  text?: unknown;
  attrs?: unknown;
  marks?: unknown;
  content?: unknown;
}
interface Budget {
  left: number;
  /** The marks of the text before, as given and clean: a run of texts shares them. */
  marks: { given: unknown; clean: readonly Mark[] };
}

/**
 * Returns a valid tree from any input: only known nodes, marks and attributes remain, the text of unknown ones is
 * preserved, links may only be https or mailto, and `{{NAME}}` typed as text becomes a placeholder. The result is
 * canonical: equal trees have equal JSON. Is cut after 200,000 characters, line breaks and placeholders; nesting deeper
 * than any editor makes is dropped.
 */
export function sanitizeRichText(input: unknown): RichText {
  const budget = { left: maxCharacters, marks: { given: undefined, clean: noMarks } };
  return { type: 'doc', content: blocksOf(childrenOf(input), 0, budget) };
}

/** Converts plain text to a tree: blank lines separate paragraphs, other line breaks stay line breaks. */
export function fromPlainText(text: string): RichText {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '');
  const content = blocks.map((block): BlockNode => {
    const lines = block.split('\n').flatMap((line, i): InlineNode[] => {
      const inline: InlineNode[] = line === '' ? [] : splitTokens(line, []);
      return i === 0 ? inline : [{ type: 'hardBreak' }, ...inline];
    });
    return { type: 'paragraph', content: lines };
  });
  return sanitizeRichText({ type: 'doc', content });
}

/**
 * Converts a tree to plain text: blocks on separate lines, list items with a dash or number, placeholders as
 * `{{NAME}}`.
 */
export function toPlainText(tree: RichText): string {
  return tree.content.map((block) => blockText(block)).join('\n');
}

/** Returns whether there is nothing to read. */
export function isEmptyRichText(tree: RichText | null | undefined): boolean {
  return !tree || toPlainText(tree).trim() === '';
}

/** Renders a tree as HTML with every text escaped; safe to insert into a page or email. */
export function toHtml(tree: RichText): string {
  return tree.content.map(blockHtml).join('');
}

/** Replaces the name of a person in the HTML of a tree by the picture of the signature, served at `address`. */
export function withSignaturePicture(html: string, address: string): string {
  return html.replaceAll(pictured, (_, name: string) => signaturePicture(name, address));
}

/** Returns the person who signs in the text itself with a stored picture, or null. */
export function findSignature(tree: RichText): { person_id: string; file_id: string } | null {
  const inBlock = (block: BlockNode): { person_id: string; file_id: string } | null => {
    if (block.type === 'paragraph' || block.type === 'heading')
      return first(block.content, (node) => {
        if (node.type !== 'signature' || node.attrs.person_id === null || !node.attrs.file_id) return null;
        return { person_id: node.attrs.person_id, file_id: node.attrs.file_id };
      });
    return first(
      block.content.flatMap((item) => item.content),
      inBlock,
    );
  };
  return first(tree.content, inBlock);
}

function first<T, R>(list: readonly T[], find: (one: T) => R | null): R | null {
  for (const one of list) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}

// Every text is escaped, so only our own tag can match.
const pictured = /<span class="signature" data-pictured>([^<]*)<\/span>/g;

function signaturePicture(name: string, address: string): string {
  return `<img class="signature" src="${escapeHtml(address)}" alt="${name}">`;
}

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (c) => entities[c] ?? c);
}

/** Returns the address of a link if it may be followed (https or mailto), or null. */
export function safeHref(href: unknown): string | null {
  if (typeof href !== 'string' || href.length > 2000) return null;
  const trimmed = href.trim();
  // Browsers drop control characters and spaces inside, which could hide another scheme.
  if (/[\p{Cc}\s"<>\\^`{|}]/u.test(trimmed)) return null;
  return /^https:\/\/[^/?#]+/i.test(trimmed) || /^mailto:[^\s@]+@[^\s@]+$/i.test(trimmed) ? trimmed : null;
}

/** Replaces every inline node with the result of the function; blocks stay. */
export function mapInline(tree: RichText, replace: (node: InlineNode) => InlineNode[]): RichText {
  const inBlock = (block: BlockNode): BlockNode => {
    if (block.type === 'paragraph' || block.type === 'heading') {
      return { ...block, content: joinTexts(block.content.flatMap(replace)) };
    }
    return {
      ...block,
      content: block.content.map((item) => ({ ...item, content: item.content.map(inBlock) })),
    };
  };
  return { ...tree, content: tree.content.map(inBlock) };
}

function childrenOf(node: unknown): Loose[] {
  const content = isRecord(node) ? node.content : null;
  if (!Array.isArray(content)) return [];
  return content.every(isRecord) ? content : content.filter(isRecord);
}

function blocksOf(nodes: readonly Loose[], depth: number, budget: Budget): BlockNode[] {
  if (depth > maxDepth || nodes.length === 0) return [];
  const blocks: BlockNode[] = [];
  let loose: InlineNode[] = [];
  const flush = () => {
    if (loose.length > 0) blocks.push({ type: 'paragraph', content: joinTexts(loose) });
    loose = [];
  };
  for (const node of nodes) {
    const inline = inlineOf(node, budget);
    if (inline) {
      for (const each of inline) loose.push(each);
      continue;
    }
    flush();
    const block = blockOf(node, depth, budget);
    if (block) blocks.push(block);
    else for (const each of blocksOf(childrenOf(node), depth + 1, budget)) blocks.push(each);
  }
  flush();
  return blocks;
}

function blockOf(node: Loose, depth: number, budget: Budget): BlockNode | null {
  if (node.type === 'paragraph') return { type: 'paragraph', content: inlinesOf(node, 0, budget) };
  if (node.type === 'heading') {
    const level = isRecord(node.attrs) ? Number(node.attrs.level) : 1;
    const known = level === 2 || level === 3 ? level : level > 3 ? 3 : 1;
    return { type: 'heading', attrs: { level: known }, content: inlinesOf(node, 0, budget) };
  }
  if (node.type !== 'bulletList' && node.type !== 'orderedList') return null;
  const content = childrenOf(node)
    .map((item): ListItemNode => {
      const children = item.type === 'listItem' ? childrenOf(item) : [item];
      return { type: 'listItem', content: blocksOf(children, depth + 2, budget) };
    })
    .filter((item) => item.content.length > 0);
  return content.length > 0 ? { type: node.type, content } : null;
}

function inlinesOf(node: Loose, depth: number, budget: Budget): InlineNode[] {
  if (depth > maxDepth) return [];
  const found: InlineNode[] = [];
  for (const child of childrenOf(node))
    for (const each of inlineOf(child, budget) ?? inlinesOf(child, depth + 1, budget)) found.push(each);
  return joinTexts(found);
}

/** Returns the inline nodes of a node, or null if it is not inline. */
function inlineOf(node: Loose, budget: Budget): InlineNode[] | null {
  if (node.type === 'hardBreak') return budget.left-- > 0 ? [{ type: 'hardBreak' }] : [];
  if (node.type === 'placeholder') {
    const name = isRecord(node.attrs) ? node.attrs.name : null;
    const isFine = budget.left-- > 0 && typeof name === 'string' && /^[A-Z][A-Z_]{1,39}$/.test(name);
    return isFine ? [{ type: 'placeholder', attrs: { name } }] : [];
  }
  if (node.type !== 'text') return null;
  if (typeof node.text !== 'string') return [];
  // Control characters and unpaired surrogates do not belong in text, and the database rejects them in JSON.
  const clean = plainAscii.test(node.text) ? node.text : node.text.replace(unstorable, '');
  const text = clean.slice(0, Math.max(0, budget.left));
  budget.left -= text.length;
  if (text === '') return [];
  if (node.marks !== budget.marks.given) budget.marks = { given: node.marks, clean: marksOf(node.marks) };
  return splitTokens(text, budget.marks.clean);
}

const plainAscii = /^[ -~]*$/;
const unstorable = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

function marksOf(marks: unknown): readonly Mark[] {
  const given = Array.isArray(marks) ? marks.filter(isRecord) : [];
  if (given.length === 0) return noMarks;
  const clean: Mark[] = [];
  if (given.some((m) => m.type === 'bold')) clean.push({ type: 'bold' });
  if (given.some((m) => m.type === 'italic')) clean.push({ type: 'italic' });
  const link = given.find((m) => m.type === 'link');
  const href = isRecord(link?.attrs) ? safeHref(link.attrs.href) : null;
  if (href !== null) clean.push({ type: 'link', attrs: { href } });
  return clean;
}

function splitTokens(text: string, marks: readonly Mark[]): InlineNode[] {
  if (!text.includes('{{')) return [textNode(text, marks)];
  const nodes: InlineNode[] = [];
  let from = 0;
  for (const found of text.matchAll(token)) {
    if (found.index > from) nodes.push(textNode(text.slice(from, found.index), marks));
    nodes.push({ type: 'placeholder', attrs: { name: found[1] ?? '' } });
    from = found.index + found[0].length;
  }
  if (from < text.length) nodes.push(textNode(text.slice(from), marks));
  return nodes;
}

/** Returns a text node; without marks it has no such key. */
export function textNode(text: string, marks: readonly Mark[] = []): TextNode {
  return marks.length > 0 ? { type: 'text', text, marks: [...marks] } : { type: 'text', text };
}

function joinTexts(nodes: readonly InlineNode[]): InlineNode[] {
  const joined: InlineNode[] = [];
  let last: InlineNode | undefined;
  let isCopy = false;
  for (const node of nodes) {
    if (node.type !== 'text' || last?.type !== 'text' || !hasSameMarks(node, last)) {
      joined.push(node);
      last = node;
      isCopy = false;
    } else if (isCopy) last.text += node.text;
    else {
      last = { ...last, text: last.text + node.text };
      joined[joined.length - 1] = last;
      isCopy = true;
    }
  }
  return joined;
}

function hasSameMarks(one: TextNode, other: TextNode): boolean {
  const [marks, others] = [one.marks ?? noMarks, other.marks ?? noMarks];
  return marks.length === others.length && marks.every((mark, n) => isSameMark(mark, others[n]));
}

function isSameMark(a: Mark, b: Mark | undefined): boolean {
  return a.type === b?.type && (a.type !== 'link' || b.type !== 'link' || a.attrs.href === b.attrs.href);
}

function blockText(block: BlockNode): string {
  if (block.type === 'paragraph' || block.type === 'heading') return block.content.map(inlineText).join('');
  return block.content
    .map((item, i) => {
      const bullet = block.type === 'orderedList' ? `${i + 1}. ` : '- ';
      return bullet + item.content.map(blockText).join('\n').replaceAll('\n', '\n  ');
    })
    .join('\n');
}

function inlineText(node: InlineNode): string {
  if (node.type === 'text') return node.text;
  if (node.type === 'hardBreak') return '\n';
  return node.type === 'placeholder' ? `{{${node.attrs.name}}}` : node.attrs.name;
}

function blockHtml(block: BlockNode): string {
  if (block.type === 'paragraph') return `<p>${block.content.map(inlineHtml).join('')}</p>`;
  if (block.type === 'heading') {
    const tag = `h${block.attrs.level}`;
    return `<${tag}>${block.content.map(inlineHtml).join('')}</${tag}>`;
  }
  const tag = block.type === 'bulletList' ? 'ul' : 'ol';
  return `<${tag}>${block.content.map((item) => `<li>${item.content.map(blockHtml).join('')}</li>`).join('')}</${tag}>`;
}

function inlineHtml(node: InlineNode): string {
  if (node.type === 'hardBreak') return '<br>';
  if (node.type === 'placeholder')
    return `<span class="placeholder">${escapeHtml(`{{${node.attrs.name}}}`)}</span>`;
  if (node.type === 'signature') {
    const mark = node.attrs.file_id ? ' data-pictured' : '';
    return `<span class="signature"${mark}>${escapeHtml(node.attrs.name)}</span>`;
  }
  return (node.marks ?? []).reduce((html, mark) => {
    if (mark.type === 'bold') return `<strong>${html}</strong>`;
    if (mark.type === 'italic') return `<em>${html}</em>`;
    const href = safeHref(mark.attrs.href);
    return href === null ? html : `<a href="${escapeHtml(href)}" rel="noopener noreferrer">${html}</a>`;
  }, escapeHtml(node.text));
}

function isRecord(value: unknown): value is Record<string, unknown> & Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
