import { describe, expect, test } from 'vitest';
import { buildSearchText, parseSearchQuery, sortKey } from './people-search.ts';

const emptyPerson = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  agency_name: '',
  company_name: '',
};

describe('search text of a person', () => {
  test('contains folded words, a phone number from every position, and the full email address', () => {
    expect(
      buildSearchText({
        ...emptyPerson,
        first_name: 'Zoë',
        last_name: 'Weiß',
        email: 'zoe.w@mail.example',
        phone: '55501',
      }),
    ).toBe(' zoe weiss w mail example 55501 5501 501 zoe.w@mail.example ');
    expect(buildSearchText(emptyPerson)).toBe('');
  });

  test('never exceeds the maximum size of an index entry, in any script', () => {
    const long = {
      ...emptyPerson,
      first_name: 'ﷺ'.repeat(80),
      last_name: '漢'.repeat(80),
      email: `${'ü'.repeat(250)}@a.de`,
    };
    expect(Buffer.byteLength(buildSearchText(long))).toBeLessThanOrEqual(1802);
    expect(Buffer.byteLength(sortKey('ﷺ'.repeat(80)))).toBeLessThanOrEqual(200);
    expect(sortKey('  Ågren ')).toBe('agren');
  });
});

test.each<[string, string[], string[]]>([
  ['Ann  LEE', ['ann', 'lee'], []],
  ['jo john', ['john'], []],
  ['(555) 010', ['555010'], []],
  ['+1 (555) 010-1234', ['5550101234'], []],
  ['(555) 010-1234 ext. 12', ['5550101234'], []],
  ['+49 170 1234567', ['1701234567'], []],
  ['55', ['55'], []],
  ['3m 512', ['3m', '512'], []],
  ['Ann.Lee@mail', ['ann', 'lee', 'mail'], ['ann.lee@mail']],
  ['@mail.example', ['mail', 'example'], ['@mail.example']],
  ['@', [], []],
  ['--', [], []],
])('parses %s into %j and %j', (text, words, parts) => {
  expect(parseSearchQuery(text)).toEqual({ words, parts });
});
