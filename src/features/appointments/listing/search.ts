import { type RawBuilder, sql } from 'kysely';
import { foldText, queryWords } from '#domain/base/names.ts';
import { formatInvoiceNumber } from '#features/company/allocate-invoice-number.ts';
import type { ReadCtx } from '#server/context.ts';
import type { Condition } from './conditions.ts';

/** A word with fewer entries is collected completely; a more frequent one is filtered in page order. */
const rareEntries = 5000;
const maxWords = 8;

/** How a text is searched. */
export interface TextSearch {
  /** The preferred conditions. */
  conditions: Condition[];
  /** Alternative for frequent words whose matches are far from the page; null if the words are rare. */
  collected: Condition[] | null;
}

/**
 * Builds the conditions of a text search: each of its words must begin a word of the order id, address, city or zip
 * code, or of the name or address of a client, agent or contractor, or be the invoice number, with or without INV. The
 * rarest word is collected from the word index if it has few entries; the remaining words are checked on each
 * appointment found.
 */
export async function buildTextSearch(ctx: ReadCtx, text: string): Promise<TextSearch> {
  const words = wordsOf(text);
  const counted = await Promise.all(
    words.map(async (word) => ({ word, entries: await entriesOf(ctx, word) })),
  );
  // If two words were counted completely, the longer one is likely rarer.
  counted.sort((a, b) => a.entries - b.entries || b.word.length - a.word.length);
  const [first] = counted;
  if (!first) return { conditions: [], collected: null };
  const { word: rarest, entries } = first;
  const others = words.filter((word) => word !== rarest).map((word) => hasWord(ctx, word));
  // An array instead of a subquery, so that no query plan scans the whole list for matches.
  const collected = [sql<boolean>`id = any(array(${appointmentsOf(ctx, rarest)}))`, ...others];
  if (entries <= rareEntries) return { conditions: collected, collected: null };
  return { conditions: [hasWord(ctx, rarest), ...others], collected };
}

/** Splits a text at spaces, folds the parts and trims punctuation; drops words that are a prefix of another. */
function wordsOf(text: string): string[] {
  const pieces = foldText(text)
    .split(' ')
    .map((piece) => piece.replace(/^[.,;:#()"']+|(?<![.,;:#()"'])[.,;:#()"']+$/g, '').slice(0, 80))
    .filter((piece) => piece !== '');
  const each = [...new Set(pieces)];
  return each
    .filter((one) => !each.some((other) => other !== one && other.startsWith(one)))
    .slice(0, maxWords);
}

/** For people only words are indexed: `o'brien` and `ann@mail.example` are searched by their first word. */
const nameOf = (word: string) => queryWords(word)[0];

/** Invoice numbers are looked up whole, by their unique index: `inv-1042`, `1042` and `01042` are the same. */
export function invoiceNumberOf(word: string): string | null {
  const digits = /^(?:inv-?)?0*([0-9]{1,10})$/.exec(word)?.[1];
  return digits === undefined ? null : formatInvoiceNumber(Number(digits));
}

function ofInvoice(ctx: ReadCtx, number: string): RawBuilder<unknown> {
  return sql`select i.appointment_id from invoices i
    where i.subscriber_id = ${ctx.subscriberId}::uuid and i.number = ${number}`;
}

function own(ctx: ReadCtx, word: string): RawBuilder<unknown> {
  return sql`select w.appointment_id from appointment_words w
    where w.subscriber_id = ${ctx.subscriberId}::uuid and w.word ^@ ${word}`;
}

function ofPeople(ctx: ReadCtx, name: string): RawBuilder<unknown> {
  return sql`select p.appointment_id from contact_words w
    join appointment_people p on p.subscriber_id = w.subscriber_id and p.person_id = w.contact_id
    where w.subscriber_id = ${ctx.subscriberId}::uuid and w.kind in ('client', 'agent', 'contractor')
      and w.word ^@ ${name} and p.role <> 'inspector'`;
}

function appointmentsOf(ctx: ReadCtx, word: string): RawBuilder<unknown> {
  const name = nameOf(word);
  const number = invoiceNumberOf(word);
  const ways = [own(ctx, word)];
  if (name !== undefined) ways.push(ofPeople(ctx, name));
  if (number !== null) ways.push(ofInvoice(ctx, number));
  return sql.join(ways, sql` union `);
}

/** Counts the index entries of a word, up to the relevant limit. */
async function entriesOf(ctx: ReadCtx, word: string): Promise<number> {
  const name = nameOf(word);
  const limited = (entries: RawBuilder<unknown>) =>
    sql`(select count(*) from (${entries} limit ${sql.lit(rareEntries + 1)}) as entries)`;
  // Those of people cost a lookup each; they are not needed if the word is frequent anyway.
  const people = name === undefined ? sql`0` : limited(ofPeople(ctx, name));
  const { rows } = await sql<{ entries: number }>`
    select case when own > ${sql.lit(rareEntries)} then own else own + ${people} end as entries
    from (select ${limited(own(ctx, word))} as own) as counted`.execute(ctx.db);
  return rows[0]?.entries ?? 0;
}

/** Checked per appointment with scalar subqueries, which no query plan turns into a full hash. */
function hasWord(ctx: ReadCtx, word: string): Condition {
  const name = nameOf(word);
  const byPerson =
    name === undefined
      ? sql``
      : sql`or (select true from appointment_people p
          join contacts c on c.subscriber_id = p.subscriber_id and c.id = p.person_id and c.deleted_at is null
          where p.subscriber_id = appointments.subscriber_id and p.appointment_id = appointments.id
            and p.role <> 'inspector' and position(${` ${name}`} in c.search_text) > 0 limit 1)`;
  const number = invoiceNumberOf(word);
  // Independent of the appointment, so it runs once instead of per row.
  const byInvoice = number === null ? sql`` : sql`or appointments.id = (${ofInvoice(ctx, number)})`;
  // A missing row is null instead of false; `or` and `where` treat both the same.
  return sql`((select true from appointment_words w where w.subscriber_id = appointments.subscriber_id
      and w.appointment_id = appointments.id and w.word ^@ ${word} limit 1) ${byPerson} ${byInvoice})`;
}
