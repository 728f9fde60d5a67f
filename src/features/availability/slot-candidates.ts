import { sql } from 'kysely';
import { groupBy } from '#domain/base/group-by.ts';
import { addDays, type LocalDate, startOfDay } from '#domain/base/time.ts';
import { extraDayStartMinutes, type ServiceArea } from '#domain/scheduling/availability.ts';
import type { BusyTime, FreeSlot, SlotTechnician } from '#domain/scheduling/slots.ts';
import type { Place } from '#domain/scheduling/travel.ts';
import type { Company } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { runPrepared } from '#server/db/prepared-statements.ts';
import { mine } from '#server/db/scope.ts';
import { companyPlace, placeOf } from './places.ts';
import * as store from './store.ts';
import { isActiveBooking, toTstzRange } from './technician-bookings.ts';

/** A query for free slots; set for the public side. */
export interface SlotSearch {
  from: LocalDate;
  to: LocalDate;
  durationMinutes: number | null;
  /** Services and add-ons. */
  services: readonly string[];
  technicianId: string | null;
  zip: string | null;
  /** Where the property is; if missing, the center of its ZIP code counts. */
  place?: Place | null;
  excludeAppointmentId: string | null;
  isPublic: boolean;
  /** The visitor's own hold, which does not block them. */
  holdId?: string | null;
}

/** A technician with the displayed details. */
export interface Candidate extends SlotTechnician {
  /** The technician's index in the query, from 0. */
  index: number;
  first_name: string;
  last_name: string;
  email: string;
  color: string;
  profile_pic: string | null;
}

/** Free slots with the technicians available at each, and the selected services not offered, by technician. */
export interface SlotSearchResult {
  slots: FreeSlot<Candidate>[];
  warnings: ReadonlyMap<string, string>;
}

/** Loads the active technicians with their weeks, days off, limits and bookings. */
export async function candidates(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  search: SlotSearch,
): Promise<Candidate[]> {
  const { settings } = company;
  // One more day on both sides: late bookings and time off extend into the next day.
  const around = { from: addDays(search.from, -1), to: addDays(search.to, 2) };
  const isAboutAreas = settings.service_areas && search.zip !== null;
  const rows = await technicianRows(ctx, search.technicianId);
  const weeks = await store.weeksOfAll(ctx);
  const overrides = groupBy(await store.overrideRows(ctx, around), (row) => row.team_id);
  const busy = await busyTimes(ctx, company, search, around);
  const base = settings.road_aware_slots ? companyPlace(company) : null;
  const areas: ReadonlyMap<string, ServiceArea[]> = isAboutAreas ? await store.areasOfAll(ctx) : new Map();
  const offers = settings.service_limitations
    ? await store.allServiceRestrictions(ctx)
    : new Map<string, Set<string>>();
  return rows.map((row, index) => ({
    index,
    id: row.id,
    name: `${row.last_name} ${row.first_name}`.toLowerCase(),
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    color: row.color,
    profile_pic: row.profile_pic_file_id === null ? null : `/api/v2/files/${row.profile_pic_file_id}`,
    week: weeks.get(row.id) ?? [],
    overrides: (overrides.get(row.id) ?? []).map((each) => store.dayOverride(each, extraDayStartMinutes)),
    busy: busy.get(row.id) ?? [],
    bufferMinutes: row.buffer_minutes ?? settings.buffer_minutes,
    maxPerDay: row.max_per_day,
    noticeMinutes: (row.notice_hours ?? settings.dont_allow_scheduling_within) * 60,
    maxDaysAhead: row.max_days_ahead ?? settings.max_days_ahead,
    offers: offers.get(row.id) ?? null,
    areas: areas.get(row.id) ?? [],
    home: placeOf(company, { lat: row.home_lat, lng: row.home_lng }) ?? base,
  }));
}

/** Loads the bookable technicians, or only the requested one, with their limits. */
function technicianRows(ctx: ReadCtx | WriteCtx, technicianId: string | null) {
  let query = mine(ctx, 'users')
    .leftJoin('technician_limits as l', (on) =>
      on.onRef('l.subscriber_id', '=', 'users.subscriber_id').onRef('l.technician_id', '=', 'users.id'),
    )
    .where('users.is_technician', '=', true)
    .where('users.status', '=', 1)
    .where('users.deleted_at', 'is', null);
  if (technicianId !== null) query = query.where('users.id', '=', technicianId);
  return runPrepared(
    ctx,
    query.select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.color',
      'users.profile_pic_file_id',
      'l.buffer_minutes',
      'l.max_per_day',
      'l.notice_hours',
      'l.max_days_ahead',
      'l.home_lat',
      'l.home_lng',
    ]),
  );
}

async function busyTimes(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  search: SlotSearch,
  around: { from: LocalDate; to: LocalDate },
): Promise<Map<string, BusyTime[]>> {
  const { timezone, settings } = company;
  const window = {
    start: startOfDay(around.from, timezone),
    end: startOfDay(addDays(around.to, 1), timezone),
  };
  let query = mine(ctx, 'technician_bookings')
    .leftJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'technician_bookings.subscriber_id')
        .onRef('a.id', '=', 'technician_bookings.appointment_id'),
    )
    .where(sql<boolean>`technician_bookings.during && ${toTstzRange(window)}`)
    .where(isActiveBooking(ctx, search.holdId ?? null));
  if (search.technicianId !== null)
    query = query.where('technician_bookings.technician_id', '=', search.technicianId);
  if (search.excludeAppointmentId !== null)
    query = query.where('technician_bookings.owner_id', '<>', search.excludeAppointmentId);
  const timed = query.select([
    'technician_bookings.technician_id',
    sql<number>`floor(date_part('epoch', lower(technician_bookings.during)) / 60)`.as('start'),
    sql<number>`ceil(date_part('epoch', upper(technician_bookings.during)) / 60)`.as('end'),
    sql<boolean>`technician_bookings.kind in ('appointment', 'hold')
      and technician_bookings.appointment_event_id is null`.as('isAppointment'),
  ]);
  if (!settings.road_aware_slots) return groupBy(await runPrepared(ctx, timed), (row) => row.technician_id);
  const rows = await runPrepared(
    ctx,
    timed.select([
      sql<number | null>`coalesce(technician_bookings.lat, a.lat)`.as('lat'),
      sql<number | null>`coalesce(technician_bookings.lng, a.lng)`.as('lng'),
      'a.zip_code as zip',
    ]),
  );
  return groupBy(
    rows.map(({ lat, lng, zip, ...row }) => ({ ...row, place: placeOf(company, { lat, lng, zip }) })),
    (row) => row.technician_id,
  );
}
