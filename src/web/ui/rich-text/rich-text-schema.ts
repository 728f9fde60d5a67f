import { type Extensions, type JSONContent, Node } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { type RichText, safeHref, sanitizeRichText } from '#domain/text/rich-text.ts';

// Ours accepts any block, as the domain's tree does: content that the editor's own list item rejects would be lost on
// opening.
const ListItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

const Placeholder = Node.create({
  name: 'placeholder',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ name: { default: '' } }),
  parseHTML: () => [{ tag: 'span[data-placeholder]' }],
  renderHTML: ({ node }) => ['span', { 'data-placeholder': node.attrs.name }, `{{${node.attrs.name}}}`],
});

const Signature = Node.create({
  name: 'signature',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ person_id: { default: null }, name: { default: '' } }),
  parseHTML: () => [{ tag: 'span[data-signature]' }],
  renderHTML: ({ node }) => ['span', { 'data-signature': node.attrs.person_id ?? '' }, node.attrs.name],
});

/** What an editor can contain: exactly what the domain's tree can, so that opening and saving loses nothing. */
export const richTextExtensions: Extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    listItem: false,
    strike: false,
    trailingNode: false,
    underline: false,
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => safeHref(address) !== null,
    },
  }),
  ListItem,
  Placeholder,
  Signature,
];

/** Converts a tree for the editor, which requires at least one block. */
export function toEditorContent(tree: RichText | null): JSONContent {
  return tree === null || tree.content.length === 0
    ? { type: 'doc', content: [{ type: 'paragraph' }] }
    : (tree as JSONContent);
}

/** Converts the content of the editor to a tree, without empty blocks at the end. */
export function fromEditorContent(content: JSONContent): RichText {
  const tree = sanitizeRichText(content);
  const isEmpty = (block: RichText['content'][number]) =>
    block.type === 'paragraph' && block.content.length === 0;
  let end = tree.content.length;
  while (end > 0) {
    const last = tree.content[end - 1];
    if (!last || !isEmpty(last)) break;
    end -= 1;
  }
  return { ...tree, content: tree.content.slice(0, end) };
}

/**
 * Converts a typed address, `example.com` or `info@example.com`, to a link that may be followed; null for any other.
 */
export function normalizeLinkUrl(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const isMail = /^[^\s@/:]+@[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(text);
  const whole = isMail ? `mailto:${text}` : /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  return safeHref(whole.replace(/^http:/i, 'https:'));
}
