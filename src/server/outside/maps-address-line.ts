import parser from 'parse-address';

/** One interpretation of a typed line: the street line, and the words that may name the place. */
export interface AddressSplit {
  streetNumber: string;
  /** The street line after the number, as typed (with a unit). */
  street: string;
  /** City, state and ZIP as far as typed; empty when only the street was typed. */
  place: string[];
  /** Whether the street line looks complete: ends in "St", "Ave N", "Hwy 71", "Apt 4" … */
  isStreetWhole: boolean;
  /** Whether a comma marks the end of the street, so that there is no other interpretation. */
  isSure: boolean;
}

const SUFFIXES = new Set(
  `aly alley ave av avenue blvd boulevard cir circle ct court cv cove crossing xing dr drive expy expressway fwy freeway
  hwy highway ln lane loop pike pkwy parkway pl place plz plaza rd road row run sq square st street ter terrace trl trail
  way walk`.split(/\s+/),
);
const DIRECTIONS = new Set(
  'n s e w ne nw se sw north south east west northeast northwest southeast southwest'.split(' '),
);
const UNITS = new Set('apt apartment bldg building fl floor lot rm room ste suite trlr unit'.split(' '));
const ROUTES = new Set('hwy highway route rte sr cr fm rr sh us interstate'.split(' '));
const ROAD_OWNERS = new Set('county state farm ranch forest township parish'.split(' '));
const LONGEST_PLACE = 6;

/**
 * Returns all sensible interpretations of a typed address; none without a house number followed by a street.
 * parse-address cannot split the line: it needs the whole address, and loses "1/2" and the number of a highway.
 */
export function addressSplits(typed: string): AddressSplit[] {
  const clean = typed.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const segments = clean.split(',').map((segment) => segment.trim());
  const hasComma = clean.includes(',');
  let words = (segments.shift() ?? '').split(' ').filter(Boolean);
  if (hasComma && words.length === 1)
    words = [...words, ...(segments.shift() ?? '').split(' ').filter(Boolean)];
  while (segments[0] !== undefined && isUnit(segments[0].split(' ')))
    words.push(...(segments.shift() ?? '').split(' '));
  const digits = numberLength(words);
  if (digits === 0 || words.length <= digits) return [];
  const streetNumber = words.slice(0, digits).join(' ');
  const rest = words.slice(digits);
  const split = (place: string[], street: string[], isSure: boolean): AddressSplit => ({
    streetNumber,
    street: formatStreetLine(street.join(' ')),
    place,
    isStreetWhole: endsLikeStreet(street),
    isSure,
  });
  if (hasComma) return [split(segments.join(' ').split(' ').filter(Boolean), rest, true)];
  const most = Math.min(LONGEST_PLACE, rest.length - 1);
  return Array.from({ length: most + 1 }, (_, taken) => rest.length - taken)
    .filter((cut) => !cutsRouteNumber(rest, cut))
    .map((cut) => split(rest.slice(cut), rest.slice(0, cut), false));
}

/**
 * Normalizes the spelling of a street line, so that "123 North Main Street" and "123 N. Main St" are the same address.
 * Falls back to the plain words wherever parse-address would lose one of them.
 */
export function addressKey(line: string): string {
  const plain = line.toLowerCase().replace(/[.,#]/g, ' ').replace(/\s+/g, ' ').trim();
  const parsed = parser.parseLocation(plain);
  if (!parsed?.street) return plain;
  const unit = [parsed.sec_unit_type, parsed.sec_unit_num];
  const parts = [parsed.number, parsed.prefix, parsed.street, parsed.type, parsed.suffix, ...unit].filter(
    Boolean,
  );
  const key = parts.join(' ').toLowerCase();
  return key.split(' ').length === plain.split(' ').length ? key : plain;
}

/** Capitalizes "123 main st" as usual; a line that already has capitals stays as typed. */
export function formatStreetLine(text: string): string {
  if (/[A-Z]/.test(text)) return text;
  return text.replace(
    /(^|[\s-])([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

/** Returns how many words the house number takes: "12", "12 1/2", "12-14", "12B", and Wisconsin's grid "N95 W18000". */
function numberLength(words: string[]): number {
  const [first = '', second = ''] = words;
  if (/^[NSEW]\d+[NSEW]\d+$/i.test(first)) return 1;
  if (/^[NSEW]\d+$/i.test(first) && /^[NSEW]\d+$/i.test(second)) return 2;
  if (!/^\d+(-\d+)?[a-z]?$/i.test(first)) return 0;
  return /^\d\/\d$/.test(second) || /^[½¼¾]$/.test(second) ? 2 : 1;
}

function isUnit(words: string[]): boolean {
  const [first = ''] = words;
  if (/^#\s*\w+$/.test(words.join(' '))) return true;
  return words.length === 2 && UNITS.has(plain(first));
}

function endsLikeStreet(street: string[]): boolean {
  const words = street.map(plain);
  if (words.length > 1 && street.at(-1)?.startsWith('#')) return true;
  if (words.length > 2 && UNITS.has(words.at(-2) ?? '')) return true;
  if (cutsRouteNumber(street, street.length - 1)) return true;
  const at = words.length - (DIRECTIONS.has(words.at(-1) ?? '') ? 2 : 1);
  return at >= 1 && SUFFIXES.has(words[at] ?? '');
}

/** Whether a cut here would separate "Hwy" from "71", or "County Road" from "12B". */
function cutsRouteNumber(words: string[], cut: number): boolean {
  if (!/^\d/.test(words[cut] ?? '')) return false;
  const before = plain(words[cut - 1] ?? '');
  return ROUTES.has(before) || (/^(road|rd)$/.test(before) && ROAD_OWNERS.has(plain(words[cut - 2] ?? '')));
}

const plain = (word: string) => word.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Splits a text into normalized words for comparison. */
export function normalizeWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}
