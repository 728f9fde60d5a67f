import { sql } from 'kysely';
import type { Zone } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { decodeCursor, type Page, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type {
  AppointmentRow,
  countAppointments as countContract,
  ListFilter,
  listAppointments as listContract,
  Tab,
} from '../list-contract.ts';
import {
  type ChosenFilter,
  type Condition,
  filterConditions,
  hasAgreements,
  isInvoiceVoid,
  tabConditions,
} from './conditions.ts';
import { type ListRow, peopleColumn, presentListRow, serviceNamesColumn } from './row.ts';
import { buildTextSearch } from './search.ts';

type Input = HandlerInput<typeof listContract>;
/** Filtered lists are counted up to this number. */
const maxCounted = 1000;
/** For frequent words, only this many appointments are examined to count them. */
const maxExamined = 2000;

/** Returns a page of appointments by time: newest first, except upcoming ones, which start with the next. */
export async function listAppointments(ctx: ReadCtx, input: Input): Promise<Page<AppointmentRow>> {
  // Days start in the company's time zone; without a date filter the page query returns zone and count as well.
  const asked = input.from || input.to ? await basics(ctx) : null;
  const order = orderOf(input);
  const after = readCursor(order, input.cursor);
  const perPage = pageSize(input);
  const narrowed = await narrowing(ctx, input, asked?.zone ?? ('UTC' as Zone));
  const conditions = await bestWay(ctx, narrowed, order, after, perPage + 1);
  const rows = await pageRows(ctx, conditions, order, after, perPage + 1);
  const [first] = rows;
  const { zone, tallied } = asked ?? (first ? basicsIn(first) : await basics(ctx));
  const { total, isCapped } =
    conditions.length === 0 ? { total: tallied, isCapped: false } : await count(ctx, narrowed, order);
  const seesPrices = allows(ctx.requireUser(), 'see_prices');
  const page = toPage(rows, perPage, (row) => keysOf(order, row), total, isCapped);
  return { ...page, pageData: page.pageData.map((row) => presentListRow(row, ctx.now, zone, seesPrices)) };
}

/** Yields the list rows in order and in batches, each starting after the previous one; for exports. */
export async function* appointmentBatches(
  ctx: ActionCtx,
  input: ChosenFilter,
  zone: Zone,
  size: number,
): AsyncGenerator<AppointmentRow[]> {
  const order = orderOf(input);
  const seesPrices = allows(ctx.requireUser(), 'see_prices');
  for (let after: Keys | null = null; ; ) {
    const from: Keys | null = after;
    const rows: ListRow[] = await ctx.read(async (r) => {
      const { conditions, collected } = await narrowing(r, input, zone);
      return pageRows(r, collected ?? conditions, order, from, size);
    });
    yield rows.map((row) => presentListRow(row, ctx.now, zone, seesPrices));
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = keysOf(order, last);
  }
}

export interface Narrowing {
  conditions: Condition[];
  /** Alternative conditions for frequent words. */
  collected: Condition[] | null;
}

/** Builds the conditions of a filter, including its text. */
export async function narrowing(ctx: ReadCtx, input: ChosenFilter, zone: Zone): Promise<Narrowing> {
  const others = filterConditions(ctx, input, zone);
  if (!input.text) return { conditions: others, collected: null };
  const { conditions, collected } = await buildTextSearch(ctx, input.text);
  return {
    conditions: [...others, ...conditions],
    collected: collected && [...others, ...collected],
  };
}

/** For frequent words, filters the list itself, unless the matching appointments are elsewhere in it. */
async function bestWay(
  ctx: ReadCtx,
  { conditions, collected }: Narrowing,
  order: Order,
  after: Keys | null,
  limit: number,
): Promise<Condition[]> {
  if (collected === null) return conditions;
  const { total, seen } = await countAhead(ctx, conditions, order, after);
  return total >= limit || seen < maxExamined ? conditions : collected;
}

interface Order {
  /** Ids are ordered by creation time. */
  by: 'date_time' | 'id';
  isAscending: boolean;
}

function orderOf({ sort, tab }: ListFilter): Order {
  const wanted = sort ?? (tab === 'upcoming' ? 'date_time' : '-date_time');
  return { by: wanted.endsWith('created_at') ? 'id' : 'date_time', isAscending: !wanted.startsWith('-') };
}

type Keys = readonly [time: string, id: string];

const keysOf = (order: Order, row: ListRow): [string, string] => [
  order.by === 'id' ? '' : row.date_time,
  row.id,
];

function pageRows(
  ctx: ReadCtx,
  conditions: readonly Condition[],
  order: Order,
  after: Keys | null,
  limit: number,
) {
  return inOrder(base(ctx, conditions), order, after)
    .select([
      'id',
      'public_id',
      'order_id',
      'status',
      'date_time',
      'end_time',
      'duration_minutes',
      'address',
      'city',
      'state',
      'zip_code',
      'paid',
      'agreement_signed',
      'published',
      'require_payment',
      'disable_automated_notifications',
      'utilities_on',
      'total_fee_cents',
      'outstanding_cents',
      'rev',
      isInvoiceVoid.as('invoice_void'),
      hasAgreements.as('has_agreements'),
      peopleColumn.as('people'),
      serviceNamesColumn.as('services'),
      sql<string>`(select timezone from companies where subscriber_id = ${ctx.subscriberId})`.as('timezone'),
      sql<
        number | null
      >`(select total from tallies where subscriber_id = ${ctx.subscriberId} and name = 'appointments')`.as(
        'tallied',
      ),
    ])
    .limit(limit)
    .execute();
}

/** Orders the query and continues after the previous page. */
function inOrder(query: ReturnType<typeof base>, { by, isAscending }: Order, after: Keys | null) {
  const direction = isAscending ? 'asc' : 'desc';
  const beyond = sql.raw(isAscending ? '>' : '<');
  const [time = '', id = ''] = after ?? [];
  if (by === 'id') {
    const rest = after ? query.where(sql<boolean>`id ${beyond} ${id}::uuid`) : query;
    return rest.orderBy('id', direction);
  }
  const rest = after
    ? query.where(sql<boolean>`(date_time, id) ${beyond} (${time}::timestamptz, ${id}::uuid)`)
    : query;
  return rest.orderBy('date_time', direction).orderBy('id', direction);
}

/** A stale or forged cursor falls back to the first page. */
function readCursor(order: Order, cursor: string | undefined): Keys | null {
  const keys = decodeCursor(cursor, order.by === 'id' ? 'text' : 'time', 'id');
  return keys && (order.by !== 'id' || keys[0] === '') ? keys : null;
}

/** Starts a query for the appointments that fulfill the conditions. */
export function base(ctx: ReadCtx, conditions: readonly Condition[]) {
  let query = mine(ctx, 'appointments').where('deleted_at', 'is', null);
  for (const condition of conditions) query = query.where(condition);
  return query;
}

/**
 * Counts up to a thousand. For frequent words it counts the matches among the next two thousand appointments, a lower
 * bound.
 */
async function count(ctx: ReadCtx, { conditions, collected }: Narrowing, order: Order) {
  if (collected === null) {
    const total = await countUpTo(ctx, conditions, maxCounted + 1);
    return { total: Math.min(total, maxCounted), isCapped: total > maxCounted };
  }
  const { total, seen } = await countAhead(ctx, conditions, order, null);
  return { total: Math.min(total, maxCounted), isCapped: total > maxCounted || seen === maxExamined };
}

/** Counts how many of the next appointments in order match. */
function countAhead(ctx: ReadCtx, conditions: readonly Condition[], order: Order, after: Keys | null) {
  const next = inOrder(base(ctx, []), order, after)
    .select(sql<boolean>`${sql.join(conditions, sql` and `)}`.as('fits'))
    .limit(maxExamined);
  return ctx.db
    .selectFrom(next.as('next_ones'))
    .select([
      sql<number>`count(*) filter (where fits)`.as('total'),
      (eb) => eb.fn.countAll<number>().as('seen'),
    ])
    .executeTakeFirstOrThrow();
}

async function countUpTo(ctx: ReadCtx, conditions: readonly Condition[], limit: number): Promise<number> {
  const { total } = await ctx.db
    .selectFrom(base(ctx, conditions).select('id').limit(limit).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Counts the appointments to handle in the tabs that contain work. */
export async function countAppointments(ctx: ReadCtx): Promise<HandlerOutput<typeof countContract>> {
  const most = 99;
  const of = async (tab: Tab) => {
    const total = await countUpTo(ctx, tabConditions(ctx, tab), most + 1);
    return { count: Math.min(total, most), isCapped: total > most };
  };
  return {
    requested: await of('requested'),
    unpaid: await of('unpaid'),
    unpublished: await of('unpublished'),
  };
}

/** Returns the company's time zone and its total number of appointments in one round trip. */
async function basics(ctx: ReadCtx): Promise<{ zone: Zone; tallied: number }> {
  const row = await mine(ctx, 'companies')
    .leftJoin('tallies', (on) =>
      on
        .onRef('tallies.subscriber_id', '=', 'companies.subscriber_id')
        .on('tallies.name', '=', 'appointments'),
    )
    .select(['companies.timezone', 'tallies.total'])
    .executeTakeFirst();
  return { zone: (row?.timezone ?? 'UTC') as Zone, tallied: row?.total ?? 0 };
}

function basicsIn({ timezone, tallied }: ListRow): { zone: Zone; tallied: number } {
  return { zone: timezone as Zone, tallied: tallied ?? 0 };
}
