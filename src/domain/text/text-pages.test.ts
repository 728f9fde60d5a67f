import { expect, test } from 'vitest';
import { htmlToRichText } from './html-to-rich-text.ts';
import { emptyRichText, fromPlainText } from './rich-text.ts';
import { mostAgreementPages, textPages } from './text-pages.ts';

const sentence = 'The inspector looks at the roof, walls and cellar of the house. ';

test.each([
  ['nothing', emptyRichText, 0, 0],
  ['a word', fromPlainText('Yes'), 1, 1],
  // What the printer made of the same texts: 51 and 103 pages, 126, 174, 41, and 30 of Chinese letters.
  ['256,000 letters', fromPlainText(`${sentence.repeat(20)}\n\n`.repeat(200)), 45, 65],
  ['5,000 list items', htmlToRichText(`<ul>${'<li>Item 1</li>'.repeat(5_000)}</ul>`), 90, 126],
  ['5,000 paragraphs', htmlToRichText('<p>Paragraph</p>'.repeat(5_000)), 90, 130],
  ['5,000 headings', htmlToRichText('<h2>Heading</h2>'.repeat(5_000)), 140, 220],
  ['2,000 line breaks', htmlToRichText(`<p>${'x<br>'.repeat(2_000)}</p>`), 35, 50],
  ['68,000 Chinese letters', fromPlainText('検査官は建物の屋根と壁を調べます。'.repeat(4_000)), 25, 40],
])('estimates the pages of %s', (_, text, from, to) => {
  const pages = textPages(text);
  expect(pages).toBeGreaterThanOrEqual(from);
  expect(pages).toBeLessThanOrEqual(to);
});

test('every text that takes long to print is above the limit, and no plain text of 160,000 letters is', () => {
  const plain = fromPlainText(`${sentence.repeat(8)}\n\n`.repeat(300));
  expect(textPages(plain)).toBeLessThanOrEqual(mostAgreementPages);
  const long = [
    `<p>${sentence.repeat(4_000)}</p>`,
    `<ul>${'<li>a</li>'.repeat(19_000)}</ul>`,
    `<p>${'<b>a</b>b'.repeat(20_000)}</p>`,
    `<p>${'{{CLIENT_NAME}} '.repeat(10_000)}</p>`,
    `<ul>${'<li>a<ul><li>b</li></ul></li>'.repeat(3_000)}</ul>`,
  ];
  for (const html of long) expect(textPages(htmlToRichText(html))).toBeGreaterThan(mostAgreementPages);
});
