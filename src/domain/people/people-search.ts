/** What people are found by, and what is asked for when somebody types. */
import { foldText, searchWords } from '../base/names.ts';

interface Findable {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  agency_name: string;
  company_name: string;
}

/** An entry of the index may not be longer than a third of a page; in every script this stays below. */
const atMostBytes = 1800;
const atMostKeyBytes = 200;
/** From so many digits on, a part of a phone number is found at any place of it. */
const fewestDigits = 3;

/**
 * The text a person is found by: ` ann lee ann.lee@mail.example mail example 5550101234 … `. Each word stands between
 * blanks, a phone number from each of its places on, the address once as it is.
 */
export function buildSearchText(person: Findable): string {
  const { first_name, last_name, email, phone, agency_name, company_name } = person;
  const words = searchWords(first_name, last_name, agency_name, company_name, email);
  const numbers = Array.from({ length: Math.max(0, phone.length - fewestDigits + 1) }, (_, from) =>
    phone.slice(from),
  );
  const kept: string[] = [];
  let bytes = 2;
  for (const word of [...new Set([...words, ...numbers, foldText(email).replaceAll(' ', '')])]) {
    bytes += byteLength(word) + 1;
    if (word === '' || bytes > atMostBytes) continue;
    kept.push(word);
  }
  return kept.length === 0 ? '' : ` ${kept.join(' ')} `;
}

/** A name as the list is sorted by it. */
export function sortKey(name: string): string {
  const key = foldText(name);
  if (byteLength(key) <= atMostKeyBytes) return key;
  let cut = key;
  while (byteLength(cut) > atMostKeyBytes) cut = [...cut].slice(0, -1).join('');
  return cut;
}

/** What a text asks for: words that must each begin a word of the person, and parts of addresses that must stand there. */
export interface SearchQuery {
  words: string[];
  parts: string[];
}

/**
 * Reads what was typed. A phone number however it is written is one word of digits; an address must stand as typed and
 * gives its words besides; a word that another one begins with says nothing more.
 */
export function parseSearchQuery(text: string): SearchQuery {
  const digits = text.replace(/\D/g, '');
  if (digits.length >= fewestDigits && /^[\d\s()+./-]+$/.test(text))
    return { words: [digits.length > 10 ? digits.slice(-10) : digits], parts: [] };
  const parts = foldText(text)
    .split(' ')
    .filter((part) => /[^@]@|@[^@]/.test(part))
    .slice(0, 3);
  const words = searchWords(text).slice(0, 8);
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
