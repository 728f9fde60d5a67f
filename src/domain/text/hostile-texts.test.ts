import { describe, expect, test } from 'vitest';
import { slowReading } from '#testing/slow-growth.ts';
import { foldName, foldText, fullName, queryWords, searchWords } from '../base/names.ts';
import { suggestEmail } from '../base/suggest-email.ts';
import { checkPerson } from '../people/contact-fields.ts';
import { isEmail, splitEmails, websiteProblem } from '../people/people.ts';
import { splitFullName } from '../people/people-import.ts';
import { buildSearchText, parseSearchQuery, sortKey } from '../people/people-search.ts';
import { readPhone } from '../people/phones.ts';
import { cleanCode, cleanEmail, cleanFilename, cleanLine, cleanText, withoutInvisible } from './clean.ts';
import { fillMessage } from './placeholders.ts';
import { fromPlainText, sanitizeRichText, toHtml, toPlainText } from './rich-text.ts';
import { guardCell, withoutGuard } from './spreadsheet-guard.ts';

const long = 200_000;
const of = (piece: string) => piece.repeat(Math.ceil(long / piece.length)).slice(0, long);

/** What makes a careless expression try again from every position, or compare everything with everything. */
const hostile: Record<string, string> = {
  letters: of('a'),
  digits: of('1'),
  spaces: `a${of(' ')}b`,
  tabs: `a${of('\t \n')}b`,
  'line separators': `a${of('\u2028')}b`,
  joiners: `\u0627${of('\u200d')}\u0627`,
  'joiners of Latin letters': `a${of('\u200d')}b`,
  'invisible marks': `a${of('\u200b\u202e')}b`,
  tags: `\u{1f3f4}${of('\u{e0067}')}b`,
  accents: `a${of('\u0301')}`,
  hyphens: `a${of('-')}b`,
  apostrophes: `a${of("'")}b`,
  'words joined by hyphens': of('a-b’c '),
  'at signs': of('@'),
  addresses: of('a@b.co,'),
  dots: `a@${of('b.')}`,
  'open braces': of('{{'),
  'unfinished placeholders': of('{{a.b '),
  'placeholders of spaces': `{{${of(' ')}a.b`,
  placeholders: of('{{clients.names}}'),
  brackets: of('[('),
  slashes: `https://${of('/')}`,
  'web addresses': `https://a.${of('b.')}`,
  phones: of('555-201-3344 '),
  commas: of('a,'),
  quotes: of('"'),
  'less than': of('<'),
  tagsOfHtml: of('<b>'),
  'signs of formulas': `${of(' ')}=`,
  'different words': Array.from({ length: 30_000 }, (_, i) => `w${i}`).join(' '),
  emoji: of('👩\u200d👧'),
};

const readers: Record<string, (text: string) => unknown> = {
  cleanLine,
  cleanText,
  cleanCode,
  cleanEmail,
  cleanFilename,
  withoutInvisible,
  foldText,
  foldName,
  searchWords,
  queryWords,
  fullName: (text) => fullName({ first_name: text, last_name: text }),
  suggestEmail,
  isEmail,
  splitEmails,
  websiteProblem,
  readPhone,
  'readPhone abroad': (text) => readPhone(text, 'DE'),
  splitFullName,
  buildSearchText: (text) => buildSearchText({ first_name: text, email: text, phone: text }),
  parseSearchQuery,
  sortKey,
  ...Object.fromEntries(
    ['first_name', 'email', 'email_cc', 'phone', 'zip_code'].map((field) => [
      `checkPerson, ${field}`,
      (text: string) => checkPerson('agents', { first_name: 'Ann', [field]: text }),
    ]),
  ),
  fillMessage: (text) => fillMessage(text, { clients: { names: 'Ann' } }),
  guardCell,
  withoutGuard: (text) => withoutGuard(`'${text}`),
  'rich text': (text) => {
    const tree = sanitizeRichText(fromPlainText(text));
    return [toHtml(tree), toPlainText(tree)];
  },
};

describe('200,000 hostile characters are read in linear time', () => {
  test.each(Object.entries(readers))('in %s', (_, read) => {
    const slow = Object.entries(hostile).flatMap(([name, text]) => {
      const slow = slowReading(read, text);
      return slow ? [`${name}: ${slow}`] : [];
    });
    expect(slow).toEqual([]);
  });
});
