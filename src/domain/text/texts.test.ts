import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../base/canonical-json.ts';
import { asCents } from '../base/money.ts';
import { asInstant, asLocalDate, asZone } from '../base/time.ts';
import {
  type AgreementFacts,
  agreementTokens,
  fillMessage,
  fillPlaceholders,
  joinWithAnd,
  unknownTokens,
} from './placeholders.ts';
import {
  emptyRichText,
  fromPlainText,
  isEmptyRichText,
  safeHref,
  sanitizeRichText,
  toHtml,
  toPlainText,
} from './rich-text.ts';

const doc = (...content: unknown[]) => ({ type: 'doc', content });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const text = (content: string, ...marks: unknown[]) => ({
  type: 'text',
  text: content,
  ...(marks.length ? { marks } : {}),
});

describe('rich text', () => {
  test('passes valid trees unchanged, and is idempotent', () => {
    const tree = doc(
      { type: 'heading', attrs: { level: 2 }, content: [text('Claims')] },
      paragraph(
        text('See ', { type: 'bold' }),
        text('here', { type: 'link', attrs: { href: 'https://a.test/x' } }),
      ),
      { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(text('one'))] }] },
      paragraph({ type: 'placeholder', attrs: { name: 'PRICE' } }, { type: 'hardBreak' }, text('due')),
    );
    expect(sanitizeRichText(tree)).toEqual(tree);
    expect(sanitizeRichText(sanitizeRichText(tree))).toEqual(tree);
  });

  test.each([
    ['nothing', undefined, emptyRichText],
    ['a text', 'hello', emptyRichText],
    [
      'unknown block, its text preserved',
      doc({ type: 'table', content: [paragraph(text('x'))] }),
      doc(paragraph(text('x'))),
    ],
    ['unknown inline', doc(paragraph({ type: 'mention', content: [text('x')] })), doc(paragraph(text('x')))],
    ['script node', doc({ type: 'script', text: 'alert(1)' }), doc()],
    ['text outside of a block', doc(text('a'), text('b')), doc(paragraph(text('ab')))],
    [
      'unknown mark and attribute',
      doc(paragraph({ ...text('x', { type: 'code' }), class: 'y' })),
      doc(paragraph(text('x'))),
    ],
    [
      'script link',
      doc(paragraph(text('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } }))),
      doc(paragraph(text('x'))),
    ],
    [
      'heading beyond 3',
      doc({ type: 'heading', attrs: { level: 6 }, content: [] }),
      doc({ type: 'heading', attrs: { level: 3 }, content: [] }),
    ],
    ['empty list', doc({ type: 'bulletList', content: [] }), doc()],
    [
      'signatures are only inserted by the product',
      doc(paragraph({ type: 'signature', attrs: { name: 'Eve' } })),
      doc(paragraph()),
    ],
    ['bad placeholder', doc(paragraph({ type: 'placeholder', attrs: { name: '<b>' } })), doc(paragraph())],
    [
      'typed token',
      doc(paragraph(text('Dear {{CLIENT_NAME}}!'))),
      doc(paragraph(text('Dear '), { type: 'placeholder', attrs: { name: 'CLIENT_NAME' } }, text('!'))),
    ],
    ['control characters', doc(paragraph(text('a\u0000\u0007\ud800b'))), doc(paragraph(text('ab')))],
  ])('%s', (_, given, expected) => {
    expect(sanitizeRichText(given)).toEqual(expected);
  });

  test('limits deep and long trees', () => {
    let node: unknown = paragraph(text('deep'));
    for (let i = 0; i < 10_000; i += 1)
      node = { type: 'bulletList', content: [{ type: 'listItem', content: [node] }] };
    expect(toPlainText(sanitizeRichText(doc(node)))).toBe('');
    expect(toPlainText(sanitizeRichText(doc(paragraph(text('x'.repeat(300_000)))))).length).toBe(200_000);
  });

  test('converts plain text and back', () => {
    const tree = fromPlainText('Hello {{PRICE}}\nsecond line\r\n\r\nNext');
    expect(tree.content).toHaveLength(2);
    expect(toPlainText(tree)).toBe('Hello {{PRICE}}\nsecond line\nNext');
    const list = doc({
      type: 'orderedList',
      content: [{ type: 'listItem', content: [paragraph(text('a')), paragraph(text('b'))] }],
    });
    expect(toPlainText(sanitizeRichText(list))).toBe('1. a\n  b');
    expect([isEmptyRichText(null), isEmptyRichText(fromPlainText(' ')), isEmptyRichText(tree)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('escapes HTML everywhere', () => {
    const tree = sanitizeRichText(
      doc(
        paragraph(text('<b>&"', { type: 'bold' }, { type: 'italic' })),
        paragraph(text('x', { type: 'link', attrs: { href: "https://a.test/?a=1&b='2'" } })),
        { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph({ type: 'hardBreak' })] }] },
      ),
    );
    expect(toHtml(tree)).toBe(
      '<p><em><strong>&lt;b&gt;&amp;&quot;</strong></em></p>' +
        '<p><a href="https://a.test/?a=1&amp;b=&#39;2&#39;" rel="noopener noreferrer">x</a></p>' +
        '<ul><li><p><br></p></li></ul>',
    );
  });

  test.each([
    ['https://a.test', true],
    ['HTTPS://a.test/x?y#z', true],
    ['mailto:a@b.test', true],
    ['http://a.test', false],
    ['java\nscript:alert(1)', false],
    ['javascript:alert(1)', false],
    ['https://', false],
    ['//a.test', false],
    ['https://a.test/"onclick=x', false],
    [null, false],
  ])('link to %s is safe: %s', (href, isSafe) => {
    expect(safeHref(href) !== null).toBe(isSafe);
  });
});

describe('agreement tokens', () => {
  const facts: AgreementFacts = {
    client_names: ['Ann Lee', 'Bo Lee', 'Cy Lee'],
    property_address: '1 Main St, Atlanta, GA 30301',
    date_time: asInstant('2030-03-08T19:05:00Z'),
    zone: asZone('America/New_York'),
    currency: 1,
    price_cents: asCents(82500),
    technician: { person_id: 't', name: 'Tess Tech' },
    signed_on: asLocalDate('2030-03-01'),
    services: ['Residential'],
    fees: [
      { line_item: 'Residential', total_cents: asCents(60000) },
      { line_item: 'Radon', total_cents: asCents(15000) },
    ],
  };
  const all = fromPlainText(
    Object.keys(agreementTokens)
      .map((name) => `{{${name}}}`)
      .join('\n\n'),
  );

  test('fills all nine', () => {
    const { content, unresolved } = fillPlaceholders(all, facts);
    expect(unresolved).toEqual([]);
    expect(toPlainText(content).split('\n')).toEqual([
      'Ann Lee, Bo Lee and Cy Lee',
      '1 Main St, Atlanta, GA 30301',
      '03/08/2030',
      '02:05 PM',
      '$825.00',
      'Tess Tech',
      '03/01/2030',
      'Residential',
      'Residential $600.00 and Radon $150.00',
    ]);
    expect(content.content[5]).toEqual(
      paragraph({ type: 'signature', attrs: { person_id: 't', name: 'Tess Tech' } }),
    );
  });

  test('leaves the date unfilled until signing; a missing technician blocks nothing; everything else does', () => {
    const { content, unresolved } = fillPlaceholders(
      fromPlainText('{{CURRENT_DATE}} {{TECHNICIAN_SIGNATURE}} {{FOO}}'),
      {
        ...facts,
        signed_on: null,
        technician: null,
      },
    );
    expect(unresolved).toEqual(['FOO']);
    expect(toPlainText(content)).toBe('{{CURRENT_DATE}}  {{FOO}}');
    const nothing = { ...facts, client_names: [], property_address: ' ', date_time: null, price_cents: null };
    expect(fillPlaceholders(all, { ...nothing, services: [], fees: [] }).unresolved).toEqual([
      'CLIENT_NAME',
      'PROPERTY_ADDRESS',
      'APPOINTMENT_DATE',
      'APPOINTMENT_TIME',
      'PRICE',
      'SERVICES',
      'FEES',
    ]);
    expect(unknownTokens(fromPlainText('{{FOO}} {{PRICE}} {{FOO}}'))).toEqual(['FOO']);
  });

  test('treats a value that looks like a token or a tag as text', () => {
    const { content } = fillPlaceholders(fromPlainText('{{CLIENT_NAME}}'), {
      ...facts,
      client_names: ['{{PRICE}} <b>'],
    });
    expect(toHtml(content)).toBe('<p>{{PRICE}} &lt;b&gt;</p>');
  });

  test.each([
    [[], ''],
    [['A'], 'A'],
    [['A', 'B'], 'A and B'],
    [['A', ' ', 'B', 'C'], 'A, B and C'],
  ])('joins %j as %s', (names, joined) => {
    expect(joinWithAnd(names)).toBe(joined);
  });
});

test('fills message placeholders', () => {
  const facts = { clients: { first_name: 'Ann & Bo', phone: null }, charges: { total: 600 } };
  const template =
    'Hi {{clients.first_name}}, {{ charges.total }}{{clients.phone}}{{clients.nope}}{{x.y}} {{PRICE}}';
  expect(fillMessage(template, facts)).toEqual({
    text: 'Hi Ann & Bo, 600 {{PRICE}}',
    unknown: ['clients.nope', 'x.y'],
  });
  expect(fillMessage('{{constructor.name}}{{clients.constructor}}', facts).text).toBe('');
  expect(
    fillMessage('{{clients.first_name}}', { clients: { first_name: '$& {{charges.total}}' } }).text,
  ).toBe('$& {{charges.total}}');
});

test('returns equal texts for equal values', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
  expect(canonicalJson({ y: 1, x: 2 })).toBe(canonicalJson({ x: 2, y: 1 }));
});
