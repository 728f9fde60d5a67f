import { describe, expect, test } from 'vitest';
import {
  checkRow,
  findRepeatedRows,
  guessMapping,
  headersKey,
  identityKeys,
  importChanges,
  mappingProblem,
  readRowFields,
  splitFullName,
} from './people-import.ts';

describe('import columns', () => {
  test.each<[string[], string[]]>([
    [
      ['First Name', 'Last Name', 'Email', 'Phone'],
      ['first_name', 'last_name', 'email', 'phone'],
    ],
    [
      ['Vorname', 'Nachname', 'E-Mail', 'Telefon', 'PLZ', 'Ort'],
      ['first_name', 'last_name', 'email', 'phone', 'zip_code', 'city'],
    ],
    [
      ['Prénom', 'Nom', 'Courriel', 'Téléphone'],
      ['first_name', 'last_name', 'email', 'phone'],
    ],
    [
      ['Name', 'E-mail 1 - Value', 'Phone 1 - Value'],
      ['full_name', 'email', 'phone'],
    ],
    [
      ['Name', 'First name', 'Last name', 'email'],
      ['', 'first_name', 'last_name', 'email'],
    ],
    [
      ['email', 'Email', 'Fax', 'website'],
      ['email', '', '', ''],
    ],
    [
      ['first_name', 'zip_code', 'email_cc', 'tags'],
      ['first_name', 'zip_code', 'email_cc', 'tags'],
    ],
  ])('guesses the columns of %j', (headers, fields) => {
    const mapping = guessMapping('clients', headers);
    expect(headers.map((header) => mapping[header])).toEqual(fields);
  });

  test('offers an agency for agents', () => {
    expect(guessMapping('agents', ['Brokerage'])).toEqual({ Brokerage: 'agency_name' });
    expect(guessMapping('clients', ['Brokerage'])).toEqual({ Brokerage: '' });
  });

  test('have the same key in any order and case', () => {
    expect(headersKey(['A', 'é'])).toBe(headersKey(['E', 'a']));
    expect(headersKey(['A'])).not.toBe(headersKey(['A', 'B']));
  });

  test.each<[Record<string, string>, string | null]>([
    [{ a: 'email', b: 'full_name' }, null],
    [{ a: 'email', b: 'first_name', c: 'last_name' }, null],
    [{ a: 'email', b: 'first_name' }, 'Choose the columns with the name'],
    [{ a: 'full_name' }, 'Choose the column with the email address'],
    [{ a: 'email', b: 'full_name', c: 'website' }, 'Unknown field'],
    [{ a: '__proto__' }, 'Unknown field'],
  ])('%j: %s', (mapping, problem) => {
    expect(mappingProblem('clients', mapping)).toBe(problem);
  });
});

test.each([
  ['Ann Lee', 'Ann', 'Lee'],
  ['Lee, Ann', 'Ann', 'Lee'],
  ['Ann Marie  Lee', 'Ann Marie', 'Lee'],
  ['Cher', '', 'Cher'],
  ['', '', ''],
  ['Smith, Jr.', '', 'Smith Jr.'],
  ['Ann Smith, Jr.', 'Ann', 'Smith Jr.'],
  ['Smith, Ann, MD', 'Ann', 'Smith MD'],
])('splits %j into %j %j', (name, first_name, last_name) => {
  expect(splitFullName(name)).toEqual({ first_name, last_name });
});

test('a legal form after the comma makes a company', () => {
  expect(splitFullName('Homes, LLC')).toEqual({ company_name: 'Homes, LLC' });
  expect(splitFullName('Lee, Ann, Inc.')).toEqual({ company_name: 'Lee, Ann, Inc.' });
});

test('the company of an agent is the agency, unless the file has a column for it', () => {
  const read = (headers: string[], mapping: Record<string, string>, cells: string[]) => {
    const fields = readRowFields(headers, mapping, cells);
    return checkRow('agents', { email: 'a@b.example', ...fields }, 'US').row?.values;
  };
  const names = { First: 'first_name', Last: 'last_name', Name: 'full_name' };
  const cells = ['Ann', 'Lee', 'Homes, LLC'];
  expect(read(['First', 'Last', 'Name'], names, cells)).toMatchObject({
    first_name: 'Ann',
    agency_name: 'Homes, LLC',
  });
  const own = read(['First', 'Last', 'Name', 'Office'], { ...names, Office: 'agency_name' }, [
    ...cells,
    'Best Homes',
  ]);
  expect(own?.agency_name).toBe('Best Homes');
  expect(own).not.toHaveProperty('company_name');
});

test('several addresses in one cell are the person’s and its copies', () => {
  const row = readRowFields(['Name', 'Mail'], { Name: 'full_name', Mail: 'email' }, [
    'Ann Lee',
    'ann@a.example ::: ann@b.example',
  ]);
  expect(checkRow('clients', row, 'US').row?.values).toMatchObject({
    email: 'ann@a.example',
    email_cc: 'ann@b.example',
  });
});

test('one person is recognized however the name is typed', () => {
  const keys = ["O'Brien", 'O’Brien', 'OBrien', 'o`brien', 'Obrién'].map((last_name) =>
    identityKeys({ first_name: 'Ann-Maria', last_name, email: 'x@x.example' }).join(),
  );
  expect(new Set(keys).size).toBe(1);
});

describe('import row', () => {
  test('uses the first non-empty column of a field, and removes the formula mark of our export', () => {
    const mapping = { a: 'email', b: 'phone', c: 'phone', d: 'full_name', e: '' };
    expect(
      readRowFields(['a', 'b', 'c', 'd', 'e'], mapping, ["'=x@y.example", '', '555', 'Ann Lee', 'no']),
    ).toEqual({
      email: '=x@y.example',
      phone: '555',
      first_name: 'Ann',
      last_name: 'Lee',
    });
  });

  test('is cleaned like the form, or reports problems by field', () => {
    const given = {
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'ANN@X.example',
      phone: '+1 (555) 010-1234 ext. 7',
    };
    expect(checkRow('clients', { ...given, language: 'Deutsch', tags: 'a; b' }, 'US').row).toEqual({
      values: {
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'ann@x.example',
        phone: '5550101234x7',
        language: 'de',
      },
      tags: ['a', 'b'],
    });
    expect(checkRow('clients', { first_name: 'Ann', phone: '1' }, 'US').problems).toEqual({
      last_name: 'Last name is required',
      email: 'Email is required',
      phone: 'Phone must have 10 digits',
    });
  });

  test('matches a person by name with email address or phone number, never by address alone', () => {
    const ann = { first_name: 'Ann', last_name: 'Lee', email: 'x@x.example', phone: '5550101234' };
    const bob = { ...ann, first_name: 'Bob' };
    const rows = [
      ann,
      bob,
      null,
      { ...ann, email: 'other@x.example' },
      { ...ann, first_name: 'ÁNN', phone: '' },
    ];
    expect(findRepeatedRows(rows)).toEqual([false, false, false, true, true]);
    expect(identityKeys({ first_name: 'Ann', last_name: 'Lee' })).toEqual([]);
    expect(identityKeys({ ...ann, phone: '5550101234x12' })).toEqual(identityKeys(ann));
  });

  test('changes what it contains, empties nothing and adds tags', () => {
    const person = { city: 'Rome', state: 'NJ', notes: 'n', language: 'en', tags: ['a'] };
    expect(importChanges(person, { values: { city: 'Ulm', state: 'NJ' }, tags: ['b'], notes: '' })).toEqual({
      city: 'Ulm',
      tags: ['a', 'b'],
    });
    expect(importChanges(person, { values: {}, tags: ['a'] })).toEqual({});
    const reached = { ...person, phone: '5550101234x7' };
    const phone = (sent: string) => importChanges(reached, { values: { phone: sent } });
    expect(phone('5550101234')).toEqual({});
    expect(phone('5550101234x8')).toEqual({ phone: '5550101234x8' });
    expect(phone('5550101235')).toEqual({ phone: '5550101235' });
  });
});
