import { type RawBuilder, sql } from 'kysely';
import { addHours } from '#domain/base/time.ts';
import type { InstantRange } from '#domain/scheduling/calendar-range.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { CalendarSubEventRow, EntryRow, InspectionRow } from './rows.ts';

type Ctx = ReadCtx | WriteCtx;

/** A calendar query: a time range, or single records at any time. */
export interface CalendarQuery {
  range?: InstantRange;
  ids?: readonly string[];
  technicianId?: string;
  /** Also entries canceled or deleted since then, which subscribed calendars must be notified of. */
  deletedSince?: string;
}

const personFields = {
  first: sql<string | null>`u.first_name`,
  last: sql<string | null>`u.last_name`,
  color: sql<string | null>`u.color`,
};

const inspectionColumns = [
  'appointments.id',
  'appointments.order_id',
  'appointments.status',
  'appointments.address',
  'appointments.city',
  'appointments.state',
  'appointments.zip_code',
  'appointments.lat',
  'appointments.lng',
  'appointments.date_time',
  'appointments.end_time',
  'appointments.paid',
  'appointments.agreement_signed',
  'appointments.published',
  'appointments.occupied',
  'appointments.utilities_on',
  'appointments.rev',
  'appointments.updated_at',
  'p.person_id as technician_id',
  'u.profile_pic_file_id',
] as const;

/** Selects appointments, one row per technician, or one row without any technician. */
export async function inspections(ctx: Ctx, wanted: CalendarQuery): Promise<InspectionRow[]> {
  let query = mine(ctx, 'appointments')
    .leftJoin('appointment_people as p', (on) =>
      on
        .onRef('p.subscriber_id', '=', 'appointments.subscriber_id')
        .onRef('p.appointment_id', '=', 'appointments.id')
        .on('p.role', '=', 'inspector'),
    )
    .leftJoin('users as u', (on) =>
      on.onRef('u.subscriber_id', '=', 'p.subscriber_id').onRef('u.id', '=', 'p.person_id'),
    )
    .where('appointments.deleted_at', 'is', null);
  query = wanted.deletedSince
    ? query.where((eb) =>
        eb.or([
          eb('appointments.status', '<>', 'canceled'),
          eb('appointments.canceled_at', '>', wanted.deletedSince ?? null),
        ]),
      )
    : query.where('appointments.status', '<>', 'canceled');
  if (wanted.range) {
    const { from, to } = wanted.range;
    // No appointment is longer than a day, so the index by start is enough.
    query = query
      .where('appointments.date_time', '<', to)
      .where('appointments.date_time', '>', addHours(from, -24))
      .where('appointments.end_time', '>', from);
  }
  if (wanted.ids) query = query.where('appointments.id', 'in', wanted.ids.length ? wanted.ids : [noId]);
  if (wanted.technicianId) query = query.where('p.person_id', '=', wanted.technicianId);
  const rows = await query
    .select(inspectionColumns)
    .select([
      personFields.first.as('first_name'),
      personFields.last.as('last_name'),
      personFields.color.as('color'),
      assigned('appointments').as('assigned'),
      hasAgreements('appointments').as('has_agreements'),
      namesOf.as('clients'),
      servicesOf.as('services'),
      overruledBy(sql`b.subscriber_id = appointments.subscriber_id and b.appointment_id = appointments.id
        and b.appointment_event_id is null
        and b.technician_id = p.person_id`).as('overruled'),
    ])
    .orderBy('appointments.date_time')
    .orderBy('appointments.id')
    .orderBy('p.position')
    .execute();
  return rows as InspectionRow[];
}

const subEventColumns = [
  'appointment_events.id',
  'appointment_events.appointment_id',
  'appointment_events.name',
  'appointment_events.description',
  'appointment_events.start_date',
  'appointment_events.end_date',
  'appointment_events.inspector_id as technician_id',
  'a.order_id',
  'a.status',
  'a.address',
  'a.city',
  'a.state',
  'a.zip_code',
  'a.lat',
  'a.lng',
  'a.paid',
  'a.agreement_signed',
  'a.published',
  'a.occupied',
  'a.utilities_on',
  'a.rev',
  'a.updated_at',
  'u.profile_pic_file_id',
] as const;

/** Selects sub-events of appointments that are not canceled or deleted. */
export async function subEventRows(ctx: Ctx, wanted: CalendarQuery): Promise<CalendarSubEventRow[]> {
  let query = mine(ctx, 'appointment_events')
    .innerJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'appointment_events.subscriber_id')
        .onRef('a.id', '=', 'appointment_events.appointment_id'),
    )
    .leftJoin('users as u', (on) =>
      on
        .onRef('u.subscriber_id', '=', 'appointment_events.subscriber_id')
        .onRef('u.id', '=', 'appointment_events.inspector_id'),
    )
    .where('a.deleted_at', 'is', null)
    .where('a.status', '<>', 'canceled');
  if (wanted.range) {
    query = query.where(
      sql<boolean>`tstzrange(appointment_events.start_date, appointment_events.end_date) && ${rangeOf(wanted.range)}`,
    );
  }
  if (wanted.ids) query = query.where('appointment_events.id', 'in', wanted.ids.length ? wanted.ids : [noId]);
  if (wanted.technicianId) query = query.where('appointment_events.inspector_id', '=', wanted.technicianId);
  const rows = await query
    .select(subEventColumns)
    .select([
      personFields.first.as('first_name'),
      personFields.last.as('last_name'),
      personFields.color.as('color'),
      assigned('a').as('assigned'),
      hasAgreements('a').as('has_agreements'),
      overruledBy(
        sql`b.subscriber_id = a.subscriber_id and b.appointment_id = a.id
          and b.appointment_event_id = appointment_events.id`,
      ).as('overruled'),
    ])
    .orderBy('appointment_events.start_date')
    .orderBy('appointment_events.id')
    .execute();
  return rows as CalendarSubEventRow[];
}

/** Selects regular and imported entries. */
export async function entries(ctx: Ctx, wanted: CalendarQuery): Promise<EntryRow[]> {
  let query = mine(ctx, 'calendar_events').leftJoin('users as u', (on) =>
    on
      .onRef('u.subscriber_id', '=', 'calendar_events.subscriber_id')
      .onRef('u.id', '=', 'calendar_events.technician_id'),
  );
  query = wanted.deletedSince
    ? query.where((eb) =>
        eb.or([
          eb('calendar_events.deleted_at', 'is', null),
          eb('calendar_events.deleted_at', '>', wanted.deletedSince ?? null),
        ]),
      )
    : query.where('calendar_events.deleted_at', 'is', null);
  if (wanted.range) {
    query = query.where(
      sql<boolean>`tstzrange(calendar_events.start_at, calendar_events.end_at) && ${rangeOf(wanted.range)}`,
    );
  }
  if (wanted.ids) query = query.where('calendar_events.id', 'in', wanted.ids.length ? wanted.ids : [noId]);
  if (wanted.technicianId) {
    query = query.where((eb) =>
      eb.or([
        eb('calendar_events.technician_id', '=', wanted.technicianId ?? null),
        // Entries of the whole company are included for every technician.
        eb('calendar_events.technician_id', 'is', null),
      ]),
    );
  }
  const rows = await query
    .selectAll('calendar_events')
    .select([
      personFields.first.as('first_name'),
      personFields.last.as('last_name'),
      personFields.color.as('color'),
      'u.profile_pic_file_id',
      overruledBy(
        sql`b.subscriber_id = calendar_events.subscriber_id and b.source_id = calendar_events.id`,
      ).as('overruled'),
    ])
    .orderBy('calendar_events.start_at')
    .orderBy('calendar_events.id')
    .execute();
  return rows as unknown as EntryRow[];
}

/** Returns the appointment a sub-event belongs to. */
export async function appointmentOfSubEvent(ctx: Ctx, id: string): Promise<string | null> {
  const row = await mine(ctx, 'appointment_events')
    .where('id', '=', id)
    .select('appointment_id')
    .executeTakeFirst();
  return row?.appointment_id ?? null;
}

/** Returns an active member of the company's team, or undefined. */
export function teamMember(ctx: Ctx, id: string) {
  return mine(ctx, 'users')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 0)
    .select(['id', 'email', 'first_name', 'last_name'])
    .executeTakeFirst();
}

const noId = '00000000-0000-0000-0000-000000000000';

function rangeOf(range: InstantRange): RawBuilder<string> {
  return sql<string>`tstzrange(${range.from}, ${range.to})`;
}

const hasAgreements = (appointment: 'appointments' | 'a') =>
  sql<boolean>`exists (select from appointment_agreements g where g.subscriber_id = ${sql.ref(`${appointment}.subscriber_id`)}
    and g.appointment_id = ${sql.ref(`${appointment}.id`)})`;

function assigned(alias: 'appointments' | 'a'): RawBuilder<string[]> {
  return sql<string[]>`(select coalesce(jsonb_agg(q.person_id), '[]') from appointment_people q
    where q.subscriber_id = ${sql.ref(`${alias}.subscriber_id`)} and q.appointment_id = ${sql.ref(`${alias}.id`)}
      and q.role = 'inspector')`;
}

const namesOf = sql<string>`(select coalesce(string_agg(trim(c.first_name || ' ' || c.last_name), ', ' order by q.position), '')
  from appointment_people q join contacts c on c.subscriber_id = q.subscriber_id and c.id = q.person_id
  where q.subscriber_id = appointments.subscriber_id and q.appointment_id = appointments.id and q.role = 'client')`;

const servicesOf = sql<string>`(select coalesce(string_agg(s.name, ', ' order by s.position), '')
  from appointment_services s
  where s.subscriber_id = appointments.subscriber_id and s.appointment_id = appointments.id)`;

function overruledBy(which: RawBuilder<unknown>): RawBuilder<{ by: string; reason: string } | null> {
  return sql<{ by: string; reason: string } | null>`(select jsonb_build_object('by',
      coalesce(trim(o.first_name || ' ' || o.last_name), ''), 'reason', b.overrule_reason)
    from technician_bookings b left join users o on o.subscriber_id = b.subscriber_id and o.id = b.overruled_by
    where ${which}
      and b.overruled_by is not null limit 1)`;
}
