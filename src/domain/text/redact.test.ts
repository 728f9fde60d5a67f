import { describe, expect, test } from 'vitest';
import { privatePatterns } from '../reports/private-facts.ts';
import { findPrivate, redactRichText, redactText } from './redact.ts';
import { sanitizeRichText, toPlainText } from './rich-text.ts';

const patterns = privatePatterns({
  people: [
    {
      first_name: 'José',
      last_name: 'Brown',
      emails: ['jose.brown@mail.test'],
      phone: '(512) 555-0142',
      organizations: ['Blue Door Realty'],
    },
    { first_name: 'Ann', last_name: "O'Neil", emails: [''], phone: '', organizations: ['', ''] },
  ],
  property: { address: '12 Oak Street Apt 4', city: 'Austin', zip_code: '78701' },
  order_id: 'R-1042',
  company_emails: ['info@lee.test'],
  also: ['the Millers', '', ' '],
});
const without = (text: string, keep: (match: { isCertain: boolean }) => boolean = () => true) =>
  redactText(text, findPrivate(text, patterns).filter(keep));

describe('private data in a text', () => {
  test.each([
    ['José Brown asked about it', '[…] asked about it'],
    ['jose  BROWN asked', '[…] asked'],
    // An accent stored as a separate character, as in file names of a Mac.
    ['seen by Jose\u0301 Brown, as re\u0301sume\u0301', 'seen by […], as re\u0301sume\u0301'],
    ['Jose\u0301', '[…]'],
    ['Brown, Jose was there', '[…] was there'],
    ['Jose M. Brown', '[…]'],
    ['Mr. Brown’s roof', 'Mr. […]’s roof'],
    ['Ann O’Neil', '[…]'],
    ['mail to Jose.Brown@MAIL.test, please', 'mail to […], please'],
    ['someone.else@web.test and info@lee.test', '[…] and info@lee.test'],
    ['call 512-555-0142 or +1 (512) 555.0142', 'call […] or […]'],
    ['call 5125550142', 'call […]'],
    ['at 12 Oak St. today', 'at […] today'],
    ['at 12 Oak Street Apt 4, Austin 78701', 'at […], […] […]'],
    ['the sewer in Oak Street', 'the sewer in […]'],
    ['order r-1042', 'order […]'],
    ['30.26715, -97.74306', '[…]'],
    ['shown by Blue Door Realty', 'shown by […]'],
    ['The millers were present', '[…] were present'],
  ])('is replaced: %s', (text, expected) => {
    expect(without(text)).toBe(expected);
  });

  test.each([
    'brown stains below the vent',
    'Brownstone facade',
    'serial 95125550142',
    'R-10421',
    'oak floor on 12 joists',
    'grounded at 30.2, -97.7',
    'Anna and Joseph',
  ])('leaves other texts alone: %s', (text) => {
    expect(without(text)).toBe(text);
  });

  test('what may be an ordinary word can be kept, a full name cannot', () => {
    const certain = (match: { isCertain: boolean }) => match.isCertain;
    expect(without('Brown stains, says José Brown', certain)).toBe('Brown stains, says […]');
  });

  test('words of any characters are taken literally', () => {
    const also = ['.*', '(a+)+$', '[x', '\\d', '{2}', '^', 'a|b', '\u{1F3E0}\u{1F3E0}', '-/-'];
    const facts = {
      people: [],
      property: { address: '**', city: '(', zip_code: '' },
      order_id: '???',
      company_emails: [],
    };
    const found = findPrivate('aaaaaaaa (a+)+$ b 5', privatePatterns({ ...facts, also }));
    expect(found.map(({ text }) => text)).toEqual(['(a+)+$']);
  });

  test('overlapping matches become one', () => {
    expect(without('José Brown, jose.brown@mail.test')).toBe('[…], […]');
  });

  test('is found in any length of text without slowing down', () => {
    const text = `${'12 Oak 512 José @. '.repeat(20_000)}`;
    expect(without(text).length).toBeLessThan(text.length);
  });
});

test('a name is removed from a rich text also where formatting divides it, with the link that has it', () => {
  const tree = sanitizeRichText({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Mr. José ' },
          { type: 'text', text: 'Brown', marks: [{ type: 'bold' }] },
          { type: 'hardBreak' },
          {
            type: 'text',
            text: 'write',
            marks: [{ type: 'link', attrs: { href: 'mailto:jose.brown@mail.test' } }],
          },
          { type: 'text', text: ' to him' },
        ],
      },
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [{ type: 'paragraph', content: [{ type: 'text', text: '12 Oak Street' }] }],
          },
        ],
      },
    ],
  });
  const clean = redactRichText(tree, (text) => findPrivate(text, patterns));
  expect(toPlainText(clean)).toBe('Mr. […]\nwrite to him\n- […]');
  expect(JSON.stringify(clean)).not.toMatch(/mailto|Brown|José|Oak/);
});
