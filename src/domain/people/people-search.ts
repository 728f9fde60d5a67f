/** Builds the text by which people are found, and parses what the user types. */
import { foldName, foldText, queryWords, searchWords } from '../base/names.ts';
import { contactFields, fieldDefinitions, type PersonValues } from './contact-fields.ts';
import { readPhone } from './phones.ts';

/** An index entry may not exceed a third of a page; in every script this stays below. */
const atMostBytes = 1800;
const atMostKeyBytes = 200;
/** From this many digits on, a part of a phone number is found at any position. */
const fewestDigits = 3;

/**
 * Returns the text a person is found by: ` ann lee ann.lee@mail.example mail example 5550101234 … `. Words are
 * surrounded by spaces; a phone number is added from each of its positions, the email address once in full.
 */
export function buildSearchText(person: PersonValues): string {
  const { email = '' } = person;
  // Stored numbers are never longer; each of their positions is indexed.
  const phone = (person.phone ?? '').slice(0, 40);
  const names = contactFields.filter((field) => fieldDefinitions[field].isSearched);
  const words = searchWords(...names.map((field) => person[field]), email);
  const numbers = Array.from({ length: Math.max(0, phone.length - fewestDigits + 1) }, (_, from) =>
    phone.slice(from),
  );
  const indexed: string[] = [];
  let bytes = 2;
  for (const word of [...new Set([...words, ...numbers, foldText(email).replaceAll(' ', '')])]) {
    bytes += byteLength(word) + 1;
    if (word === '' || bytes > atMostBytes) continue;
    indexed.push(word);
  }
  return indexed.length === 0 ? '' : ` ${indexed.join(' ')} `;
}

/** Returns a name as the list sorts it. */
export function sortKey(name: string): string {
  const key = foldName(name).slice(0, atMostKeyBytes);
  if (byteLength(key) <= atMostKeyBytes) return key;
  let cut = key;
  while (byteLength(cut) > atMostKeyBytes) cut = [...cut].slice(0, -1).join('');
  return cut;
}

/**
 * A parsed search: words that must each match the start of a word of the person, and parts of addresses that must be
 * contained.
 */
export interface SearchQuery {
  words: string[];
  parts: string[];
}

/**
 * Parses what the user typed. A phone number in any notation becomes one word of digits. An address must be contained
 * as typed and is also split into words. A word that is a prefix of another one is dropped, since it adds nothing.
 */
export function parseSearchQuery(text: string): SearchQuery {
  const digits = (readPhone(text) ?? text).split('x', 1).join().replace(/\D/g, '');
  if (digits.length >= fewestDigits && (readPhone(text) || /^[\d\s()+./-]+$/.test(text)))
    return { words: [digits.length > 10 ? digits.slice(-10) : digits], parts: [] };
  const parts = foldText(text)
    .split(' ')
    .filter((part) => /[^@]@|@[^@]/.test(part))
    .slice(0, 3);
  const words = queryWords(text).slice(0, 8);
  if (words.length === 0) return { words: [], parts: [] };
  return { words: words.filter((word) => !words.some((w) => w !== word && w.startsWith(word))), parts };
}

function byteLength(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
