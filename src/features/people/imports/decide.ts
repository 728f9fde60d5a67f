import { sql } from 'kysely';
import type { PersonValues } from '#domain/people/contact-fields.ts';
import {
  identityKeys,
  importChanges,
  type RowValues,
  withoutExtension,
} from '#domain/people/people-import.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { ContactKind, ContactRow } from '../present.ts';

/** A pending row with valid fields. */
export interface WaitingRow {
  row_no: number;
  given: RowValues;
}

/** What to do with a row. */
export interface Decision {
  row_no: number;
  given: RowValues;
  state: 'new' | 'update' | 'duplicate';
  /** The existing contact that the row updates or duplicates. */
  person: ContactRow | null;
  changes: Record<string, string | string[]>;
  /** Another contact has the same address. */
  sharesEmail: boolean;
}

/**
 * Matches rows with existing contacts: the same name together with the same address or phone number is the same
 * contact. `findMatched` returns which of these contacts earlier rows of this import already matched; a second match is a
 * duplicate.
 */
export async function decideRows(
  ctx: ReadCtx | WriteCtx,
  kind: ContactKind,
  rows: readonly WaitingRow[],
  updatesExisting: boolean,
  findMatched: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Decision[]> {
  const people = await findCandidates(ctx, kind, rows);
  const byIdentity = new Map<string, ContactRow>();
  for (const person of people)
    for (const identity of identityKeys(person))
      if (!byIdentity.has(identity)) byIdentity.set(identity, person);
  const taken = new Set(people.length > 0 ? await findMatched(people.map((person) => person.id)) : []);
  const emails = new Set(people.map((person) => person.email));
  return rows.map(({ row_no, given }) => {
    const person = identityKeys(given.values)
      .map((identity) => byIdentity.get(identity))
      .find((found) => found !== undefined);
    if (!person) {
      const sharesEmail = emails.has(given.values.email ?? '');
      return { row_no, given, state: 'new', person: null, changes: {}, sharesEmail };
    }
    const isTaken = taken.has(person.id);
    taken.add(person.id);
    const changes = updatesExisting && !isTaken ? importChanges({ ...person }, given) : {};
    const state = Object.keys(changes).length > 0 ? 'update' : 'duplicate';
    return { row_no, given, state, person, changes, sharesEmail: false };
  });
}

/**
 * All contacts of the kind that share an address or phone number with these rows, oldest first. Extensions of numbers
 * do not count.
 */
function findCandidates(
  ctx: ReadCtx | WriteCtx,
  kind: ContactKind,
  rows: readonly WaitingRow[],
): Promise<ContactRow[]> {
  const given = (read: (values: PersonValues) => string | undefined) => [
    ...new Set(rows.map((row) => read(row.given.values)).filter((text) => text)),
  ];
  const emails = given((values) => values.email);
  const numbers = given((values) => values.phone && withoutExtension(values.phone));
  const kindRows = mine(ctx, 'contacts').where('kind', '=', kind).where('deleted_at', 'is', null).selectAll();
  const byEmail = kindRows
    .where('email', '<>', '')
    .where(sql<boolean>`email collate "C" = any(${emails}::text[])`);
  const byNumber = kindRows
    .where('phone', '<>', '')
    .where(sql<boolean>`phone collate "C" = any(${numbers}::text[])`);
  const byNumberWithExtension = kindRows.where(
    sql<boolean>`phone like '%x%' and split_part(phone, 'x', 1) collate "C" = any(${numbers}::text[])`,
  );
  return byEmail.union(byNumber).union(byNumberWithExtension).orderBy('id').execute();
}
