/** Imports tables of people: maps columns to fields, reads each row, and recognizes people who already exist. */
import { foldName, foldText } from '../base/names.ts';
import { cleanLine, cleanText } from '../text/clean.ts';
import { withoutGuard } from '../text/spreadsheet-guard.ts';
import {
  checkPerson,
  fieldDefinitions,
  fieldsOf,
  type PersonField,
  type PersonValues,
} from './contact-fields.ts';
import { splitEmails } from './people.ts';
import { checkExtras, parseTags } from './people-extras.ts';

export type ImportKind = 'clients' | 'agents';
/** Fields a column can be mapped to; `full_name` is split into first and last name. */
export type ImportField = PersonField | 'full_name' | 'notes' | 'tags';
/** Header → field; an empty text ignores the column. */
export type ImportMapping = Readonly<Record<string, string>>;

/** Returns the fields a column of this kind of people can be mapped to, in display order. */
export function importFields(kind: ImportKind): ImportField[] {
  const [, , ...others] = fieldsOf(kind);
  return ['first_name', 'last_name', 'full_name', ...others, 'notes', 'tags'];
}

/** The headers of the fields that are not listed with the fields of contacts. */
const otherHeaders: Record<Exclude<ImportField, PersonField>, string> = {
  full_name:
    'name|fullname|contact|contactname|clientname|agentname|client|agent|kunde|makler|nomcomplet|contactfullname',
  notes: 'notes|note|comments|comment|bemerkung|bemerkungen|notiz|notizen|remarque|remarques|internalnotes',
  tags: 'tags|tag|labels|groupmembership|groups|schlagworte|etiquettes',
};

const isOther = (field: ImportField): field is keyof typeof otherHeaders => field in otherHeaders;

function headersOf(field: ImportField): string[] {
  const headers = isOther(field) ? otherHeaders[field] : fieldDefinitions[field].import?.headers;
  return (headers ?? '').split('|');
}

/** Guesses the field of each header, each field at most once; a full name only if first and last name are missing. */
export function guessMapping(kind: ImportKind, headers: readonly string[]): Record<string, string> {
  const offered = importFields(kind);
  const taken = new Set<string>();
  const mapping: Record<string, string> = {};
  for (const header of headers) {
    // A repeated column fills the gaps of the first: `Phone (2)` those of `Phone`.
    const repeated = mapping[header.replace(/ \(\d+\)$/, '')];
    const field = fieldOf(header, offered);
    mapping[header] = field !== null && !taken.has(field) ? field : (repeated ?? '');
    if (mapping[header]) taken.add(mapping[header]);
  }
  if (taken.has('first_name') && taken.has('last_name')) {
    for (const header of headers) if (mapping[header] === 'full_name') mapping[header] = '';
  }
  return mapping;
}

function fieldOf(header: string, offered: readonly ImportField[]): ImportField | null {
  const name = foldText(header).replace(/[^\p{L}\p{N}]/gu, '');
  return offered.find((field) => headersOf(field).includes(name)) ?? null;
}

/** Returns a key that files with the same headers share, in any order. */
export function headersKey(headers: readonly string[]): string {
  return JSON.stringify([...new Set(headers.map(foldText))].sort());
}

/**
 * Returns what is wrong with a mapping, or null. A person needs a name and an address, whatever else the file contains.
 */
export function mappingProblem(kind: ImportKind, mapping: ImportMapping): string | null {
  const fields = Object.values(mapping).filter((field) => field !== '');
  if (fields.some((field) => !(importFields(kind) as string[]).includes(field))) return 'Unknown field';
  const has = (field: ImportField) => fields.includes(field);
  if (!has('email')) return 'Choose the column with the email address';
  if (!has('full_name') && !(has('first_name') && has('last_name')))
    return 'Choose the columns with the name';
  return null;
}

export type RowFields = Partial<Record<ImportField, string>>;

/** Returns the value of each field in a row: the first non-empty column of the field. */
export function readRowFields(
  headers: readonly string[],
  mapping: ImportMapping,
  cells: readonly string[],
): RowFields {
  const given: RowFields = {};
  headers.forEach((header, column) => {
    const field = mapping[header] as ImportField | '' | undefined;
    const cell = withoutGuard(cells[column] ?? '');
    const text = field === 'notes' ? cleanText(cell) : cleanLine(cell);
    if (field && text !== '') given[field] ??= text;
  });
  const { full_name, ...rest } = given;
  if (full_name === undefined) return withOneEmail(rest);
  const { company_name, ...name } = splitFullName(full_name);
  // An agent's company is the agency. Fields that a kind does not have are dropped later.
  const company = company_name ? { company_name, agency_name: company_name } : {};
  return withOneEmail({ ...name, ...company, ...rest });
}

/** Address books write several addresses into one cell: the first is the person's, the others get copies. */
function withOneEmail(given: RowFields): RowFields {
  const [email, ...more] = splitEmails(given.email ?? '');
  if (email === undefined || more.length === 0) return given;
  return { ...given, email, email_cc: [...splitEmails(given.email_cc ?? ''), ...more].join(', ') };
}

const suffixes = /^(?:jr|sr|ii|iii|iv|esq|md|phd|dds|cpa|jd)\.?$/i;
const legalForms = /^(?:inc|llc|l\.l\.c|llp|lp|ltd|corp|co|pllc|pc|plc|gmbh|ag|kg|ug|sarl|sas|sa)\.?$/i;

/**
 * Splits a full name: `Lee, Ann` → Ann Lee; `Ann Marie Lee` → Ann Marie, Lee; `Smith, Jr.` is a last name, `Homes, LLC` a
 * company.
 */
export function splitFullName(
  fullName: string,
): Partial<Record<'first_name' | 'last_name' | 'company_name', string>> {
  const parts = fullName
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const after = parts.at(-1) ?? '';
  if (parts.length > 1 && legalForms.test(after)) return { company_name: parts.join(', ') };
  if (parts.length > 1 && suffixes.test(after)) {
    const { first_name, last_name } = splitFullName(parts.slice(0, -1).join(', '));
    return { first_name: first_name ?? '', last_name: `${last_name} ${after}` };
  }
  const [last, first] = parts;
  if (last && first) return { first_name: first, last_name: last };
  const words = (last ?? '').split(/\s+/);
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' };
}

/** The fields of a row, cleaned; empty ones are absent. */
export interface RowValues {
  values: PersonValues;
  notes?: string;
  tags?: string[];
}

/** Returns the values of a row, cleaned like the form, or what is wrong with them by field. */
export function checkRow(
  kind: ImportKind,
  given: RowFields,
  countryCode: string,
): { row: RowValues; problems: null } | { row: null; problems: Record<string, string> } {
  const { notes, tags, full_name: _, ...fields } = given;
  const person = checkPerson(kind, fields, countryCode);
  const more = checkExtras({ notes, tags });
  const problems = { ...person.problems, ...more.problems } as Record<string, string>;
  if (Object.keys(problems).length > 0) return { row: null, problems };
  const values = Object.fromEntries(Object.entries(person.values).filter(([, value]) => value !== ''));
  return { row: { values, ...more.extras }, problems: null };
}

/** One person may be entered with and without the extension of the same number. */
export const withoutExtension = (phone: string): string => phone.replace(/x.*/, '');

interface Identifiable {
  first_name?: string | undefined;
  last_name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
}

/**
 * Returns the keys of which two records of the same person share at least one: name with email address, and name with
 * phone number. An address alone is not enough, since couples share one.
 */
export function identityKeys(person: Identifiable): string[] {
  const name = foldName(`${person.first_name ?? ''} ${person.last_name ?? ''}`);
  return [
    ...(person.email ? [`${name}|${person.email}`] : []),
    ...(person.phone ? [`${name}|${withoutExtension(person.phone)}`] : []),
  ];
}

const isSameWithoutExtension = (stored: unknown, phone: string) =>
  typeof stored === 'string' && withoutExtension(stored) === phone;

/** Returns which rows repeat an earlier one in the same file. */
export function findRepeatedRows(rows: readonly (Identifiable | null)[]): boolean[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    if (!row) return false;
    const identities = identityKeys(row);
    const isRepeat = identities.some((identity) => seen.has(identity));
    for (const identity of identities) seen.add(identity);
    return isRepeat;
  });
}

/**
 * Returns the fields of a person that a row changes: non-empty values that differ, but not a phone number that only lacks
 * the extension; tags are added.
 */
export function importChanges(
  person: Readonly<Record<string, unknown>> & { tags: readonly string[] },
  row: RowValues,
): Record<string, string | string[]> {
  const changes: Record<string, string | string[]> = {};
  for (const [field, value] of Object.entries(row.values))
    if (person[field] !== value && !(field === 'phone' && isSameWithoutExtension(person.phone, value)))
      changes[field] = value;
  if (row.notes && row.notes !== person.notes) changes.notes = row.notes;
  const tags = parseTags([...person.tags, ...(row.tags ?? [])].join(',')).slice(0, 20);
  if (tags.length > person.tags.length) changes.tags = tags;
  return changes;
}
