import { sql } from 'kysely';
import { foldedText, searchWords } from '#domain/names.ts';
import type { PersonValues } from '#domain/people.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { decodeCursor, type Page, pageFrom, pageSize } from '#wire/paging.ts';
import type { ContactKind, ContactRow } from './present.ts';

export interface ListInput {
  text?: string | undefined;
  status?: number | undefined;
  cursor?: string | undefined;
  perPage?: number | undefined;
  limit?: number | undefined;
}

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Filtered lists are counted up to here. */
const countedUpTo = 1000;

/** A page of contacts by last name; with text, every word must begin a word of the contact. */
export async function page(ctx: ReadCtx, kind: ContactKind, input: ListInput): Promise<Page<ContactRow>> {
  const words = queryWords(input.text ?? '');
  const perPage = pageSize(input);
  let rows = matching(ctx, kind, words, input.status).selectAll('contacts');
  const after = decodeCursor(input.cursor, 3);
  if (after && isId.test(String(after[2]))) {
    const [last, first, id] = after;
    rows = rows.where(
      sql<boolean>`(last_name_key, first_name_key, contacts.id) > (${last}, ${first}, ${id}::uuid)`,
    );
  }
  const found = await rows
    .orderBy('last_name_key')
    .orderBy('first_name_key')
    .orderBy('contacts.id')
    .limit(perPage + 1)
    .execute();
  const isFiltered = words.length > 0 || input.status !== undefined;
  const { total, isCapped } = isFiltered
    ? await countMatching(ctx, kind, words, input.status)
    : { total: await tallied(ctx, kind), isCapped: false };
  return pageFrom(found, perPage, (row) => [row.last_name_key, row.first_name_key, row.id], total, isCapped);
}

function matching(ctx: ReadCtx, kind: ContactKind, words: readonly string[], status: number | undefined) {
  let query = mine(ctx, 'contacts')
    .where('contacts.kind', '=', kind)
    .where('contacts.deleted_at', 'is', null);
  if (status !== undefined) query = query.where('contacts.status', '=', status);
  for (const word of words) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('contact_words')
          .select('contact_words.word')
          .where('contact_words.subscriber_id', '=', ctx.subscriberId)
          .where('contact_words.kind', '=', kind)
          .whereRef('contact_words.contact_id', '=', 'contacts.id')
          // ^@ (starts with) is leakproof, so that the index is used behind row-level security, unlike with LIKE.
          .where(sql<boolean>`contact_words.word ^@ ${word}`),
      ),
    );
  }
  return query;
}

async function countMatching(
  ctx: ReadCtx,
  kind: ContactKind,
  words: readonly string[],
  status: number | undefined,
) {
  const counted = await ctx.db
    .selectFrom(
      matching(ctx, kind, words, status)
        .select('contacts.id')
        .limit(countedUpTo + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { total: Math.min(counted.total, countedUpTo), isCapped: counted.total > countedUpTo };
}

async function tallied(ctx: ReadCtx, kind: ContactKind): Promise<number> {
  const row = await mine(ctx, 'tallies')
    .where('name', '=', `contacts:${kind}`)
    .select('total')
    .executeTakeFirst();
  return row?.total ?? 0;
}

/** The words asked for; what looks like a phone number is one word of digits. */
function queryWords(text: string): string[] {
  const digits = text.replace(/\D/g, '');
  if (digits.length >= 4 && /^[\d\s()+./-]+$/.test(text))
    return [digits.length > 10 ? digits.slice(-10) : digits];
  return searchWords(text).slice(0, 10);
}

/** A contact of the kind, or undefined. */
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

/** Whether another contact of the kind has this address. Found by the words, which hold whole addresses. */
export async function isEmailUsed(
  ctx: WriteCtx,
  kind: ContactKind,
  email: string,
  exceptId: string,
): Promise<boolean> {
  if (email === '') return false;
  const row = await mine(ctx, 'contact_words')
    .where('kind', '=', kind)
    .where('word', '=', wholeEmail(email))
    .where('contact_id', '<>', exceptId)
    .select('contact_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a contact and gives its row. */
export async function insert(
  ctx: WriteCtx,
  kind: ContactKind,
  values: PersonValues,
  profile_pic_file_id: string | null,
): Promise<ContactRow> {
  const row = await ctx.db
    .insertInto('contacts')
    .values({
      subscriber_id: ctx.subscriberId,
      id: newId(),
      public_id: newPublicId(),
      kind,
      ...withoutColor(values),
      ...sortKeys(values),
      profile_pic_file_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await putWords(ctx, row);
  return row;
}

/** Changes a contact; undefined when it is gone or its rev is another one than expected. */
export async function update(
  ctx: WriteCtx,
  before: ContactRow,
  values: PersonValues,
  more: { profile_pic_file_id?: string; expectedRev?: number | undefined },
): Promise<ContactRow | undefined> {
  const row = await ctx.db
    .updateTable('contacts')
    .set({
      ...withoutColor(values),
      ...sortKeys(values),
      ...(more.profile_pic_file_id ? { profile_pic_file_id: more.profile_pic_file_id } : {}),
      rev: before.rev + 1,
      updated_at: ctx.now,
    })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', before.id)
    .where('deleted_at', 'is', null)
    .where('rev', '=', more.expectedRev ?? before.rev)
    .returningAll()
    .executeTakeFirst();
  if (row) await putWords(ctx, row);
  return row;
}

/** Sets active or inactive; undefined when the contact is gone. */
export function setStatus(
  ctx: WriteCtx,
  kind: ContactKind,
  id: string,
  status: number,
): Promise<ContactRow | undefined> {
  return ctx.db
    .updateTable('contacts')
    .set((eb) => ({ status, rev: eb('rev', '+', 1), updated_at: ctx.now }))
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Takes a contact off the lists; false when it is gone already. */
export async function remove(ctx: WriteCtx, kind: ContactKind, id: string): Promise<boolean> {
  const row = await ctx.db
    .updateTable('contacts')
    .set({ deleted_at: ctx.now, updated_at: ctx.now })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await ctx.db
    .deleteFrom('contact_words')
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('contact_id', '=', id)
    .execute();
  return true;
}

async function putWords(ctx: WriteCtx, row: ContactRow): Promise<void> {
  await ctx.db
    .deleteFrom('contact_words')
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('contact_id', '=', row.id)
    .execute();
  const words = wordsOf(row);
  if (words.length === 0) return;
  await ctx.db
    .insertInto('contact_words')
    .values(
      words.map((word) => ({ subscriber_id: ctx.subscriberId, kind: row.kind, word, contact_id: row.id })),
    )
    .execute();
}

/** What a contact is found by: each word of its texts, its whole address, and its number from three places on. */
function wordsOf(row: ContactRow): string[] {
  const words = new Set(
    searchWords(row.first_name, row.last_name, row.email, row.agency_name, row.company_name),
  );
  if (row.email !== '') words.add(wholeEmail(row.email));
  for (const from of [0, 3, 6]) if (row.phone.length > from + 3) words.add(row.phone.slice(from));
  return [...words].map((word) => word.slice(0, 254));
}

const wholeEmail = (email: string) => foldedText(email);

function sortKeys(values: PersonValues) {
  const isNameless = !values.first_name && !values.last_name;
  return {
    last_name_key: foldedText((isNameless ? values.company_name : values.last_name) ?? ''),
    first_name_key: foldedText(values.first_name ?? ''),
  };
}

function withoutColor({ color: _, ...values }: PersonValues) {
  return values;
}
