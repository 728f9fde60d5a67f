import { createElement, Fragment, type ReactNode } from 'react';
import { type BlockNode, type InlineNode, type RichText, safeHref } from '#domain/text/rich-text.ts';

/** Renders rich text: only what the tree allows; links only to https and mailto. */
export function RichTextView({ text }: { text: unknown }) {
  const blocks = (text as RichText | null)?.content ?? [];
  return blocks.map((block, i) => <Block key={keyAt(i)} block={block} />);
}

function Block({ block }: { block: BlockNode }) {
  switch (block.type) {
    case 'paragraph':
      return <p>{inline(block.content)}</p>;
    case 'heading':
      // Below the page's own headings, whichever level the author chose.
      return createElement(`h${Math.min(6, block.attrs.level + 3)}`, null, inline(block.content));
    default: {
      const items = block.content.map((item, i) => (
        <li key={keyAt(i)}>
          {item.content.map((inner, n) => (
            <Block key={keyAt(n)} block={inner} />
          ))}
        </li>
      ));
      return block.type === 'orderedList' ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
}

function inline(nodes: readonly InlineNode[]): ReactNode {
  return nodes.map((node, i) => <Fragment key={keyAt(i)}>{inlineNode(node)}</Fragment>);
}

function inlineNode(node: InlineNode): ReactNode {
  if (node.type === 'hardBreak') return <br />;
  if (node.type !== 'text') return node.attrs.name;
  return (node.marks ?? []).reduce<ReactNode>((inner, mark) => {
    if (mark.type === 'bold') return <strong>{inner}</strong>;
    if (mark.type === 'italic') return <em>{inner}</em>;
    const href = safeHref(mark.attrs.href);
    return href ? (
      <a href={href} rel="noopener noreferrer" target="_blank">
        {inner}
      </a>
    ) : (
      inner
    );
  }, node.text);
}

/** The nodes of a text have no identity except their position. */
function keyAt(place: number): string {
  return `n${place}`;
}
