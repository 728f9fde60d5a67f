import { sql } from 'kysely';
import type { PersonValues } from '#domain/people/contact-fields.ts';
import {
  buildSearchText,
  parseSearchQuery,
  type SearchQuery,
  sortKey,
} from '#domain/people/people-search.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { decodeCursor, type Page, pageSize, toPage } from '#wire/paging.ts';
import { matchesAllWords } from './contacts/conditions.ts';
import { searchContacts } from './contacts/search-contacts.ts';
import type { ContactKind, ContactRow } from './present.ts';

export interface ListInput {
  text?: string | undefined;
  status?: number | undefined;
  cursor?: string | undefined;
  perPage?: number | undefined;
  limit?: number | undefined;
}

/** The values of a contact that are not form fields. */
export interface ContactExtras {
  notes: string;
  tags: string[];
}

/** A page of contacts by last name; with text, every word must be a prefix of a word of the contact. */
export async function page(ctx: ReadCtx, kind: ContactKind, input: ListInput): Promise<Page<ContactRow>> {
  const perPage = pageSize(input);
  const after = cursorPosition(input.cursor);
  const query = parseSearchQuery(input.text ?? '');
  const isSearch = query.words.length + query.parts.length > 0;
  const wanted = { ...query, kind, status: input.status, after, limit: perPage + 1 };
  const { rows, total, isCapped } = isSearch
    ? await searchContacts(ctx, wanted)
    : {
        rows: await inOrder(ctx, kind, input.status, after, perPage + 1),
        total: await storedCount(ctx, kind, input.status),
        isCapped: false,
      };
  return toPage(rows, perPage, (row) => [row.last_name_key, row.first_name_key, row.id], total, isCapped);
}

/** Decodes a cursor into a list position; null is the start of the list. */
export function cursorPosition(cursor: string | undefined): readonly [string, string, string] | null {
  return decodeCursor(cursor, 'text', 'text', 'id');
}

/** The next contacts of a filter in list order, for iterating over all of them. */
export function nextBatch(
  ctx: ReadCtx,
  kind: ContactKind,
  wanted: SearchQuery & {
    status: number | undefined;
    after: ReturnType<typeof cursorPosition>;
    limit: number;
  },
): Promise<ContactRow[]> {
  const { status, after, limit } = wanted;
  return inOrder(ctx, kind, status, after, limit, wanted);
}

function inOrder(
  ctx: ReadCtx,
  kind: ContactKind,
  status: number | undefined,
  after: readonly [string, string, string] | null,
  limit: number,
  query: SearchQuery = { words: [], parts: [] },
): Promise<ContactRow[]> {
  let rows = mine(ctx, 'contacts').where('kind', '=', kind).where('deleted_at', 'is', null);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (query.words.length + query.parts.length > 0) rows = rows.where(matchesAllWords(query));
  if (after) {
    const [last, first, id] = after;
    rows = rows.where(
      sql<boolean>`(last_name_key, first_name_key, contacts.id) > (${last}, ${first}, ${id}::uuid)`,
    );
  }
  return rows
    .selectAll('contacts')
    .orderBy('last_name_key')
    .orderBy('first_name_key')
    .orderBy('contacts.id')
    .limit(limit)
    .execute();
}

async function storedCount(ctx: ReadCtx, kind: ContactKind, status: number | undefined): Promise<number> {
  const rows = await mine(ctx, 'tallies')
    .where('name', 'in', [`contacts:${kind}`, `contacts:${kind}:inactive`])
    .select(['name', 'total'])
    .execute();
  const all = rows.find((row) => row.name === `contacts:${kind}`)?.total ?? 0;
  const inactive = rows.find((row) => row.name !== `contacts:${kind}`)?.total ?? 0;
  if (status === undefined) return all;
  return status === 0 ? inactive : status === 1 ? all - inactive : 0;
}

/** Finds a contact of this kind by id. */
export function byId(
  ctx: ReadCtx | WriteCtx,
  kind: ContactKind,
  id: string,
): Promise<ContactRow | undefined> {
  return mine(ctx, 'contacts')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst();
}

/** True if another contact of the kind has this e-mail address. */
export async function isEmailUsed(
  ctx: WriteCtx,
  kind: ContactKind,
  email: string,
  exceptId: string,
): Promise<boolean> {
  if (email === '') return false;
  const row = await mine(ctx, 'contacts')
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .where('email', '<>', '')
    .where(sql<boolean>`email collate "C" = ${email}`)
    .where('id', '<>', exceptId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a contact and returns its row. */
export async function insert(
  ctx: WriteCtx,
  kind: ContactKind,
  values: PersonValues,
  more: Partial<ContactExtras>,
  profile_pic_file_id: string | null,
): Promise<ContactRow> {
  return insertMine(ctx, 'contacts', {
    id: newId(),
    public_id: newPublicId(),
    kind,
    ...withoutColor(values),
    ...more,
    ...sortAndSearchKeys(values),
    profile_pic_file_id,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Updates a contact; returns undefined if it doesn't exist or its rev differs from the expected one. */
export async function update(
  ctx: WriteCtx,
  before: ContactRow,
  values: PersonValues,
  more: Partial<ContactExtras> & { profile_pic_file_id?: string | null; status?: number },
  expectedRev?: number,
): Promise<ContactRow | undefined> {
  return updateMine(ctx, 'contacts')
    .set({
      ...withoutColor(values),
      ...sortAndSearchKeys(values),
      ...more,
      rev: before.rev + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', before.id)
    .where('deleted_at', 'is', null)
    .where('rev', '=', expectedRev ?? before.rev)
    .returningAll()
    .executeTakeFirst();
}

/** Sets the status; returns undefined if the contact doesn't exist. */
export function setStatus(
  ctx: WriteCtx,
  kind: ContactKind,
  id: string,
  status: number,
): Promise<ContactRow | undefined> {
  return updateMine(ctx, 'contacts')
    .set((eb) => ({ status, rev: eb('rev', '+', 1), updated_at: ctx.now }))
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Sets the status of several contacts. Returns how many of them exist and whose status changed. */
export async function setStatusOfMany(
  ctx: WriteCtx,
  kind: ContactKind,
  ids: readonly string[],
  status: number,
): Promise<{ known: number; changed: string[] }> {
  const known = await mine(ctx, 'contacts')
    .where('kind', '=', kind)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const changed = await updateMine(ctx, 'contacts')
    .set((eb) => ({ status, rev: eb('rev', '+', 1), updated_at: ctx.now }))
    .where('kind', '=', kind)
    .where('id', 'in', [...ids])
    .where('status', '<>', status)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return { known: known.n, changed: changed.map((row) => row.id) };
}

/** Soft-deletes a contact; returns false if it is already deleted. */
export async function remove(ctx: WriteCtx, kind: ContactKind, id: string): Promise<boolean> {
  const row = await updateMine(ctx, 'contacts')
    .set({ deleted_at: ctx.now, updated_at: ctx.now })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The sort keys and search text of a contact; a trigger derives the search words from the text. */
export function sortAndSearchKeys(values: PersonValues) {
  const { first_name = '', last_name = '', company_name = '' } = values;
  const isNameless = !first_name && !last_name;
  return {
    last_name_key: sortKey(isNameless ? company_name : last_name),
    first_name_key: sortKey(first_name),
    search_text: buildSearchText(values),
  };
}

function withoutColor({ color: _, ...values }: PersonValues) {
  return values;
}
