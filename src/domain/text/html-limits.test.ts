import { expect, test } from 'vitest';
import { seededRandom } from '#testing/seeded-random.ts';
import { slowReading } from '#testing/slow-growth.ts';
import { htmlToRichText } from './html-to-rich-text.ts';
import { emptyRichText, sanitizeRichText, toHtml, toPlainText } from './rich-text.ts';

const size = 200_000;
const fill = (piece: string) => piece.repeat(Math.floor(size / piece.length));

test.each([
  ['unclosed marks', fill('<b>')],
  ['opened and closed marks', `${'<b>'.repeat(4000)}${'<i>'.repeat(4000)}${'</b>'.repeat(200)}`],
  ['nested paragraphs', fill('<p>')],
  ['nested lists', fill('<ul><li>')],
  ['closing tags', fill('</li>')],
  ['tag starts', fill('<')],
  ['half comments', fill('<!--')],
  ['half scripts', fill('<script>')],
  ['script ends', `<script>${fill('</scrip')}`],
  ['unclosed attributes', `<a href="${fill('x ')}`],
  ['many attributes', `<a ${fill('a=b ')}>x`],
  ['half links', fill('<a href=')],
  ['entities', fill('&#')],
  ['named entities', fill('&amp')],
  ['spaces', fill(' ')],
  ['placeholder starts', fill('{{ ')],
  ['placeholders', fill('{{AB}}')],
  ['line breaks', fill('<br>')],
  ['mixed nesting', fill('<div><b><ul><li><a href=x>y</i></p>')],
])('reads 200,000 characters of %s in linear time', (_, html) => {
  const read = (text: string) => {
    const tree = htmlToRichText(text);
    return [toHtml(tree), toPlainText(tree)];
  };
  expect(slowReading(read, html)).toBeNull();
});

test('short texts with marks and links cost little more than paragraphs', () => {
  const cost = (html: string) =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const before = process.cpuUsage();
        htmlToRichText(html);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      }),
    );
  // They took nine times as long.
  const [paragraphs, marks] = [cost(fill('<p>')), cost(fill('<b>a<i>b'))];
  expect(marks).toBeLessThan(Math.max(20, 5 * paragraphs));
});

test('random tags and text never fail and stay within the depth of the editor', () => {
  const pieces = [
    '<b>',
    '</b>',
    '<p>',
    '</p>',
    '<ul>',
    '</ul>',
    '<li>',
    '</li>',
    '<a href="https://a.example">',
  ];
  pieces.push(
    '</a>',
    '<h2>',
    '</h2>',
    '<br>',
    ' ',
    'word',
    '{{CLIENT_NAME}}',
    '&lt;',
    '<div>',
    '</div>',
    '<!-- x -->',
  );
  const random = seededRandom(7);
  const next = (below: number) => Math.floor(random() * below);
  for (let round = 0; round < 200; round += 1) {
    const html = Array.from({ length: next(120) }, () => pieces[next(pieces.length)]).join('');
    const tree = htmlToRichText(html);
    expect(sanitizeRichText(tree)).toEqual(tree);
    expect(htmlToRichText(toHtml(tree)).content.length).toBe(tree.content.length);
  }
});

test('keeps the text of lists that are nested deeper than the editor shows', () => {
  const html = `${'<ul><li>item'.repeat(12)}${'</li></ul>'.repeat(12)}`;
  expect(toPlainText(htmlToRichText(html)).match(/item/g)).toHaveLength(12);
});

test('a tree nested without end loses what is too deep, and nothing fails', () => {
  let tree: object = { type: 'text', text: 'deep' };
  for (let i = 0; i < 3000; i += 1) tree = { type: 'paragraph', content: [tree] };
  expect(sanitizeRichText({ type: 'doc', content: [tree] }).content).toEqual([
    { type: 'paragraph', content: [] },
  ]);
  const breaks = Array.from({ length: 300_000 }, () => ({ type: 'hardBreak' }));
  const [paragraph] = sanitizeRichText({ type: 'doc', content: breaks }).content;
  expect(paragraph).toMatchObject({ content: { length: 200_000 } });
  expect(sanitizeRichText(null)).toEqual(emptyRichText);
});
