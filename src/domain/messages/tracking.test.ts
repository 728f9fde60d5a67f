import { describe, expect, test } from 'vitest';
import { asInstant } from '../base/time.ts';
import { countedLinks, replaceLinks } from './tracked-links.ts';
import { type Hit, isMachineClick, isMachineOpen, isPartOfScan } from './tracking.ts';

const at = (second: number) => asInstant(`2030-03-01T14:00:${String(second).padStart(2, '0')}.000Z`);
const reader: Hit = {
  method: 'GET',
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15',
  acceptLanguage: 'de',
  purpose: '',
  sentAt: at(0),
  at: at(30),
};

test.each<[string, Partial<Hit>, boolean]>([
  ['a mail program', {}, false],
  ['a proxy that loads pictures for its readers', { userAgent: 'GoogleImageProxy' }, false],
  ['a proxy within ten seconds', { userAgent: 'YahooMailProxy', at: at(9) }, true],
  ['anything before the mail is sent', { sentAt: null }, true],
  ['Apple’s privacy protection', { userAgent: 'Mozilla/5.0' }, true],
  ['Gmail loading ahead', { userAgent: 'Mozilla/5.0 Chrome/42 Safari/537.36 Edge/12.246' }, true],
  ['a HEAD request', { method: 'HEAD' }, true],
  ['a browser loading ahead', { purpose: 'prefetch' }, true],
])('an open by %s', (_, change, isMachine) => {
  expect(isMachineOpen({ ...reader, ...change })).toBe(isMachine);
});

test.each<[string, Partial<Hit>, string, boolean]>([
  ['a reader', {}, '0', false],
  ['a reader right after delivery', { at: at(1) }, '0', false],
  ['a client without a language', { acceptLanguage: '' }, '0', true],
  ['a HEAD request', { method: 'HEAD' }, '0', true],
  ['a scanner', { userAgent: 'Mozilla/5.0 (compatible; BarracudaCentral/1.0)' }, '0', true],
  ['anyone at the hidden link', {}, 'x', true],
])('a click by %s', (_, change, part, isMachine) => {
  expect(isMachineClick({ ...reader, ...change }, part)).toBe(isMachine);
});

test('all links within two seconds, or the hidden one, are a scan', () => {
  const both = [
    { part: '0', at: at(10) },
    { part: '1', at: at(11) },
  ];
  expect(isPartOfScan(at(10), both, 2)).toBe(true);
  expect(isPartOfScan(at(10), both, 3)).toBe(false);
  expect(isPartOfScan(at(10), [{ part: '0', at: at(10) }], 1)).toBe(false);
  expect(isPartOfScan(at(10), [{ part: 'x', at: at(11) }], 1)).toBe(true);
  expect(isPartOfScan(at(20), both, 2)).toBe(false);
});

describe('the links of a mail', () => {
  const publicUrl = 'https://gable.example';
  test.each<[string, string[]]>([
    ['<a href="https://a.example/?a=1&#38;b=2#x">x</a>', ['https://a.example/?a=1&b=2#x']],
    ['<a href="https://a.example/?a=1&amp;b=2">x</a>', ['https://a.example/?a=1&b=2']],
    ['<a class="x" href="http://a.example">x</a> <a href="http://a.example">y</a>', ['http://a.example']],
    ['<a href="mailto:a@b.example">x</a><a href="tel:1">y</a><a href="javascript:x">z</a>', []],
    ['<a href="https://gable.example/auth/reset-password/abc">x</a>', []],
    ['<a href="https://gable.example/u/abc">x</a><a href="https://gable.example/t/c/abc">x</a>', []],
    ['<a href="https://gable.example/unit">x</a>', ['https://gable.example/unit']],
    ['<img src="https://a.example/x.png">https://b.example', []],
  ])('in %s', (html, links) => {
    expect(countedLinks(html, publicUrl)).toEqual(links);
  });

  test('are replaced one by one; the rest of the mail stays as it is', () => {
    const html =
      '<p>&#38;</p><a href="https://a.example/?a=1&#38;b=2" style="x">1</a><a href="mailto:a">2</a>';
    const next = (href: string) => (href === 'https://a.example/?a=1&b=2' ? '/t/c/1' : null);
    expect(replaceLinks(html, next)).toBe(
      '<p>&#38;</p><a href="/t/c/1" style="x">1</a><a href="mailto:a">2</a>',
    );
  });
});
