import { expect, test } from 'vitest';
import { htmlToRichText } from './html-to-rich-text.ts';
import { toHtml, toPlainText } from './rich-text.ts';

test.each([
  [
    '<p>One</p><p>two <b>bold</b> <em>and</em></p>',
    '<p>One</p><p>two <strong>bold</strong> <em>and</em></p>',
  ],
  ['no tags & <3', '<p>no tags &amp; &lt;3</p>'],
  ['<ul>\n <li>a</li>\n <li><p>b</p></li>\n</ul>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['<h2>Head</h2>a<br>b', '<h2>Head</h2><p>a<br>b</p>'],
  ['<script>alert(1)</script><p onclick="x()">fine</p>', '<p>fine</p>'],
  ['<a href="javascript:alert(1)">no</a>', '<p>no</p>'],
  ['<table><tr><td>kept</td></tr></table>', '<p>kept</p>'],
  ['<p>&lt;b&gt; &#65;&#x42;</p>', '<p>&lt;b&gt; AB</p>'],
])('%s', (html, expected) => {
  expect(toHtml(htmlToRichText(html))).toBe(expected);
});

test('keeps https links and drops what it does not know', () => {
  expect(toHtml(htmlToRichText('<a href="https://a.example/x?y=1&amp;z=2">go</a>'))).toContain(
    'href="https://a.example/x?y=1&amp;z=2"',
  );
  expect(toPlainText(htmlToRichText('<p>'.repeat(500)))).toBe('');
  expect(toPlainText(htmlToRichText('<<<>>> </p></p> a'))).toContain('a');
});
