import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import { type RichText, sanitizeRichText } from '#domain/text/rich-text.ts';
import {
  fromEditorContent,
  normalizeLinkUrl,
  richTextExtensions,
  toEditorContent,
} from './rich-text-schema.ts';

const schema = getSchema(richTextExtensions);

/** Returns what the editor contains after opening this tree. */
function open(tree: RichText | null): RichText {
  const node = schema.nodeFromJSON(toEditorContent(tree));
  node.check();
  return fromEditorContent(node.toJSON());
}

const everything = sanitizeRichText({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Roof' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Dear ' },
        { type: 'placeholder', attrs: { name: 'CLIENT_NAME' } },
        { type: 'text', text: ' bold', marks: [{ type: 'bold' }] },
        {
          type: 'text',
          text: ' and linked',
          marks: [
            { type: 'bold' },
            { type: 'italic' },
            { type: 'link', attrs: { href: 'https://example.com/a?b=1' } },
          ],
        },
        { type: 'hardBreak' },
        { type: 'text', text: 'next', marks: [{ type: 'link', attrs: { href: 'mailto:a@example.com' } }] },
      ],
    },
    { type: 'paragraph', content: [] },
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [{ type: 'heading', attrs: { level: 3 }, content: [] }] },
        {
          type: 'listItem',
          content: [
            {
              type: 'orderedList',
              content: [
                {
                  type: 'listItem',
                  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'deep' }] }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
});

test('loses nothing when a text is opened and saved', () => {
  expect(open(everything)).toEqual(everything);
  expect(open(null)).toEqual({ type: 'doc', content: [] });
  expect(open({ type: 'doc', content: [] })).toEqual({ type: 'doc', content: [] });
});

test.each([
  ['example.com/a', 'https://example.com/a'],
  ['http://example.com', 'https://example.com'],
  ['info@example.com', 'mailto:info@example.com'],
  ['javascript:alert(1)', null],
  ['a b', null],
  ['', null],
])('links %s to %s', (typed, href) => {
  expect(normalizeLinkUrl(typed)).toBe(href);
});
