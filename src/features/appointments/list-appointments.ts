import { type RawBuilder, sql } from 'kysely';
import { type AppointmentStatus, displayStatus } from '#domain/appointment-states.ts';
import { hoursOfMinutes } from '#domain/durations.ts';
import { asCents, fromCents } from '#domain/money.ts';
import { searchWords } from '#domain/names.ts';
import { allows } from '#domain/permissions.ts';
import {
  addDays,
  type Instant,
  parseInstantOrLocal,
  parseLocalDate,
  startOfDay,
  withOffset,
  type Zone,
} from '#domain/time.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { badInput } from '#wire/errors.ts';
import { decodeCursor, type Page, pageFrom, pageSize } from '#wire/paging.ts';
import type { Takes } from '#wire/route.ts';
import type { AppointmentRow, listAppointments as contract } from './list-contract.ts';

type Input = Takes<typeof contract>;
interface NamedRow {
  role: string;
  id: string;
  first_name: string;
  last_name: string;
  color: string;
  invisible: boolean;
}

/** Filtered lists are counted up to here. */
const countedUpTo = 1000;

/** A page of appointments by time: newest first, except what is coming, which begins with the next. */
export async function listAppointments(ctx: ReadCtx, input: Input): Promise<Page<AppointmentRow>> {
  // Days begin in the company's zone; without any in the question the page brings zone and tally along.
  const asked = input.from || input.to ? await basics(ctx) : null;
  const conditions = conditionsOf(ctx, input, asked?.zone ?? ('UTC' as Zone));
  const isAscending = (input.sort ?? (input.tab === 'upcoming' ? 'date_time' : '-date_time')) === 'date_time';
  const perPage = pageSize(input);
  const after = readCursor(input.cursor);
  const rows = await pageRows(ctx, conditions, isAscending, after, perPage + 1);
  const [first] = rows;
  const { zone, tallied } = asked ?? (first ? basicsIn(first) : await basics(ctx));
  const total = conditions.length === 0 ? tallied : await count(ctx, conditions);
  const seesPrices = allows(ctx.user(), 'see_prices');
  const isCapped = conditions.length > 0 && total > countedUpTo;
  const shownTotal = isCapped ? countedUpTo : total;
  const page = pageFrom(rows, perPage, (row) => [row.date_time, row.id], shownTotal, isCapped);
  return { ...page, pageData: page.pageData.map((row) => presentRow(row, ctx, zone, seesPrices)) };
}

type Row = Awaited<ReturnType<typeof pageRows>>[number];

function pageRows(
  ctx: ReadCtx,
  conditions: readonly RawBuilder<boolean>[],
  isAscending: boolean,
  after: [string, string] | null,
  limit: number,
) {
  const direction = isAscending ? 'asc' : 'desc';
  let query = base(ctx, conditions);
  if (after) {
    const [time, id] = after;
    const beyond = sql.raw(isAscending ? '>' : '<');
    query = query.where(sql<boolean>`(date_time, id) ${beyond} (${time}::timestamptz, ${id}::uuid)`);
  }
  return query
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
      'total_fee_cents',
      'outstanding_cents',
      'rev',
      peopleOf.as('people'),
      servicesOf.as('services'),
      sql<string>`(select timezone from companies where subscriber_id = ${ctx.subscriberId})`.as('timezone'),
      sql<
        number | null
      >`(select total from tallies where subscriber_id = ${ctx.subscriberId} and name = 'appointments')`.as(
        'tallied',
      ),
    ])
    .orderBy('date_time', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute();
}

/** A stale or forged cursor begins at the first page. */
function readCursor(cursor: string | undefined): [string, string] | null {
  const [time, id] = decodeCursor(cursor, 2) ?? [];
  const isFine = typeof time === 'string' && typeof id === 'string' && isInstantText(time) && isId.test(id);
  return isFine ? [time, id] : null;
}

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isInstantText = (text: string) =>
  parseInstantOrLocal(text, 'UTC' as Zone) !== null && text.endsWith('Z');

function base(ctx: ReadCtx, conditions: readonly RawBuilder<boolean>[]) {
  let query = mine(ctx, 'appointments').where('deleted_at', 'is', null);
  for (const condition of conditions) query = query.where(condition);
  return query;
}

async function count(ctx: ReadCtx, conditions: readonly RawBuilder<boolean>[]): Promise<number> {
  const { total } = await ctx.db
    .selectFrom(
      base(ctx, conditions)
        .select('id')
        .limit(countedUpTo + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The company's zone and how many appointments it has at all, in one round trip. */
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

function basicsIn({ timezone, tallied }: Row): { zone: Zone; tallied: number } {
  return { zone: timezone as Zone, tallied: tallied ?? 0 };
}

function conditionsOf(ctx: ReadCtx, input: Input, zone: Zone): RawBuilder<boolean>[] {
  const found = tabConditions(ctx, input.tab ?? 'all');
  if (input.status) found.push(sql`status = ${input.status}`);
  if (input.from) found.push(sql`date_time >= ${startOfDay(dayOf(input.from, 'from'), zone)}::timestamptz`);
  if (input.to)
    found.push(sql`date_time < ${startOfDay(addDays(dayOf(input.to, 'to'), 1), zone)}::timestamptz`);
  if (input.technicianId) found.push(hasPerson(input.technicianId, ['inspector']));
  if (input.clientId) found.push(hasPerson(input.clientId, ['client']));
  if (input.agentId) found.push(hasPerson(input.agentId, ['agent', 'listing_agent']));
  if (input.contractorId) found.push(hasPerson(input.contractorId, ['contractor']));
  if (input.paid !== undefined) found.push(sql`paid = ${input.paid}`);
  if (input.signed !== undefined) found.push(sql`agreement_signed = ${input.signed}`);
  if (input.published !== undefined) found.push(sql`published = ${input.published}`);
  for (const word of (input.text ?? '').split(/\s+/).filter(Boolean).slice(0, 8))
    found.push(mentions(ctx, word));
  return found;
}

function tabConditions(ctx: ReadCtx, tab: NonNullable<Input['tab']>): RawBuilder<boolean>[] {
  const now = sql`${ctx.now}::timestamptz`;
  switch (tab) {
    case 'upcoming':
      return [sql`status = 'scheduled'`, sql`date_time >= ${now}`];
    case 'requested':
      return [sql`status = 'requested'`];
    case 'past':
      return [sql`status in ('scheduled', 'completed')`, sql`date_time < ${now}`];
    case 'unpaid':
      return [sql`not paid`, sql`status <> 'canceled'`];
    case 'unpublished':
      // What has not begun cannot have a report to publish.
      return [sql`not published`, sql`status <> 'canceled'`, sql`date_time < ${now}`];
    case 'canceled':
      return [sql`status = 'canceled'`];
    case 'all':
      return [];
  }
}

function dayOf(text: string, field: string) {
  const day = parseLocalDate(text);
  if (day === null || day > '2999-12-31') throw badInput({ [field]: 'Date is not valid' });
  return day;
}

function hasPerson(personId: string, roles: readonly string[]): RawBuilder<boolean> {
  return sql`exists (select from appointment_people p where p.subscriber_id = appointments.subscriber_id
    and p.appointment_id = appointments.id and p.person_id = ${personId}::uuid and p.role in (${sql.join(roles)}))`;
}

/** Order id, address, city or zip hold the word, or the name or address of a client or agent begins with it. */
function mentions(ctx: ReadCtx, word: string): RawBuilder<boolean> {
  const part = `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const [name] = searchWords(word);
  // Not correlated, so that it is answered once and not for each appointment.
  const byPerson =
    name === undefined
      ? sql``
      : sql`or id in (select p.appointment_id from contact_words w
          join appointment_people p on p.subscriber_id = w.subscriber_id and p.person_id = w.contact_id
          where w.subscriber_id = ${ctx.subscriberId}::uuid and w.kind in ('client', 'agent', 'contractor')
            and w.word ^@ ${name} and p.role <> 'inspector')`;
  return sql`(lower(order_id) like ${part} or lower(address) like ${part} or lower(city) like ${part}
    or zip_code like ${part} ${byPerson})`;
}

const peopleOf = sql<
  NamedRow[]
>`(select coalesce(jsonb_agg(jsonb_build_object('role', p.role, 'id', p.person_id,
    'first_name', coalesce(c.first_name, u.first_name, ''), 'last_name', coalesce(c.last_name, u.last_name, ''),
    'color', coalesce(u.color, ''), 'invisible', p.invisible) order by p.position, p.id), '[]')
  from appointment_people p
  left join contacts c on c.subscriber_id = p.subscriber_id and c.id = p.person_id and p.role <> 'inspector'
  left join users u on u.subscriber_id = p.subscriber_id and u.id = p.person_id and p.role = 'inspector'
  where p.subscriber_id = appointments.subscriber_id and p.appointment_id = appointments.id
    and p.role in ('client', 'agent', 'inspector'))`;

const servicesOf = sql<
  string[]
>`(select coalesce(jsonb_agg(s.name order by s.position), '[]') from appointment_services s
  where s.subscriber_id = appointments.subscriber_id and s.appointment_id = appointments.id)`;

function presentRow(row: Row, ctx: ReadCtx, zone: Zone, seesPrices: boolean): AppointmentRow {
  const {
    people,
    total_fee_cents,
    outstanding_cents,
    duration_minutes,
    timezone: _zone,
    tallied: _total,
    ...rest
  } = row;
  // The column's reader writes instants as we do; looking at fifty of them again would cost more than the page.
  const [date_time, end_time] = [row.date_time as Instant, row.end_time as Instant];
  const named = (role: string) =>
    people
      .filter((p) => p.role === role)
      .map(({ id, first_name, last_name }) => ({ id, first_name, last_name }));
  const money = (cents: number) => (seesPrices ? fromCents(asCents(cents)) : null);
  return {
    ...rest,
    _id: row.id,
    display_status: displayStatus(row.status as AppointmentStatus, { now: ctx.now, date_time, end_time }),
    date_time: withOffset(date_time, zone),
    end_time: withOffset(end_time, zone),
    duration: hoursOfMinutes(duration_minutes),
    clients: named('client'),
    agents: named('agent'),
    technicians: people
      .filter((p) => p.role === 'inspector')
      .map(({ id, first_name, last_name, color, invisible }) => ({
        id,
        first_name,
        last_name,
        color,
        invisible,
      })),
    total_fee: money(total_fee_cents),
    outstanding: money(outstanding_cents),
  };
}
