import { sql } from 'kysely';
import { groupBy } from '#domain/base/group-by.ts';
import { addDays, type LocalDate, startOfDay } from '#domain/base/time.ts';
import { extraDayStartMinutes, type ServiceArea } from '#domain/scheduling/availability.ts';
import { type BusyTime, freeSlots, unofferedServices } from '#domain/scheduling/slots.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { runPrepared } from '#server/db/prepared-statements.ts';
import { mine } from '#server/db/scope.ts';
import { prebuiltJson } from '#server/http/prebuilt-json.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import type { Slot } from './contract.ts';
import { serializeSlots } from './serialize-slots.ts';
import type { Candidate, SlotSearchResult } from './slot-candidates.ts';
import * as store from './store.ts';
import { isActiveBooking, toTstzRange } from './technician-bookings.ts';

const maxDays = 62;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A query for free slots; set for the public side. */
export interface SlotQuery {
  from: LocalDate;
  to: LocalDate;
  durationMinutes: number | null;
  /** Services and add-ons. */
  services: readonly string[];
  technicianId: string | null;
  zip: string | null;
  excludeAppointmentId: string | null;
  isPublic: boolean;
  /** The visitor's own hold, which does not block them. */
  holdId?: string | null;
}

/** Lists the free slots of the days for members. */
export async function listSlots(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listSlots>,
): Promise<{ timeSlots: Slot[]; timezone: string }> {
  const { from, to } = readDays(input.fromDate, input.toDate);
  const company = await getCompany(ctx);
  const { timezone, settings } = company;
  const found = await findSlots(ctx, company, {
    from,
    to,
    durationMinutes: input.duration === undefined ? null : Math.round(input.duration * 60),
    services: readServices(input.services),
    technicianId: input.technicianId ?? null,
    zip: input.zip?.trim() || null,
    excludeAppointmentId: input.inspections_id ?? null,
    isPublic: input.as_public ?? false,
  });
  return prebuiltJson(serializeSlots(found, { lang: ctx.lang, timezone, color: settings.company_color }));
}

/** Finds the slots for members and for the public pages, which show fewer fields of technicians. */
export async function findSlots(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  search: SlotQuery,
): Promise<SlotSearchResult> {
  const { settings, timezone } = company;
  const technicians = await candidates(ctx, company, search);
  const wanted = settings.service_limitations ? search.services : null;
  const slots = freeSlots(
    {
      from: search.from,
      to: search.to,
      zone: timezone,
      now: ctx.now,
      durationMinutes: search.durationMinutes ?? Math.round(settings.default_duration * 60),
      isPublic: search.isPublic,
      wanted,
      zip: settings.service_areas ? search.zip : null,
    },
    technicians,
  );
  return { slots, warnings: await warningsOf(ctx, technicians, wanted ?? []) };
}

/** Loads the active technicians with their weeks, days off, limits and bookings. */
async function candidates(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  search: SlotQuery,
): Promise<Candidate[]> {
  const { settings } = company;
  // One more day on both sides: late bookings and time off extend into the next day.
  const around = { from: addDays(search.from, -1), to: addDays(search.to, 2) };
  const isAboutAreas = settings.service_areas && search.zip !== null;
  const rows = await technicianRows(ctx, search.technicianId);
  const weeks = await store.weeksOfAll(ctx);
  const overrides = groupBy(await store.overrideRows(ctx, around), (row) => row.team_id);
  const busy = await busyTimes(ctx, company, search, around);
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
    ]),
  );
}

async function busyTimes(
  ctx: ReadCtx | WriteCtx,
  { timezone }: Company,
  search: SlotQuery,
  around: { from: LocalDate; to: LocalDate },
): Promise<Map<string, BusyTime[]>> {
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
  const rows = await runPrepared(
    ctx,
    query.select([
      'technician_bookings.technician_id',
      sql<number>`floor(date_part('epoch', lower(technician_bookings.during)) / 60)`.as('start'),
      sql<number>`ceil(date_part('epoch', upper(technician_bookings.during)) / 60)`.as('end'),
      sql<boolean>`technician_bookings.kind in ('appointment', 'hold')
        and technician_bookings.appointment_event_id is null`.as('isAppointment'),
    ]),
  );
  return groupBy(rows, (row) => row.technician_id);
}

/** Returns the names of selected but not offered services by technician. */
async function warningsOf(
  ctx: ReadCtx | WriteCtx,
  technicians: readonly Candidate[],
  wanted: readonly string[],
): Promise<Map<string, string>> {
  const missing = technicians
    .map((one) => ({ id: one.id, ids: unofferedServices(one, wanted) }))
    .filter((one) => one.ids.length > 0);
  if (missing.length === 0) return new Map();
  const services = await mine(ctx, 'services')
    .where('id', 'in', [...wanted])
    .select(['id', 'name'])
    .execute();
  const addOns = await mine(ctx, 'add_ons')
    .where('id', 'in', [...wanted])
    .select(['id', 'name'])
    .execute();
  const names = new Map([...services, ...addOns].map((each) => [each.id, each.name]));
  return new Map(
    missing.map((one) => [
      one.id,
      one.ids
        .map((id) => names.get(id) ?? '')
        .filter(Boolean)
        .join(', '),
    ]),
  );
}

function readDays(fromDate: string, toDate: string): { from: LocalDate; to: LocalDate } {
  const [from, to] = [fromDate as LocalDate, toDate as LocalDate];
  if (to < from) throw badInput({ toDate: 'The end can’t be before the start' });
  if (to > addDays(from, maxDays - 1)) throw badInput({ toDate: 'Choose 62 days or fewer' });
  return { from, to };
}

function readServices(sent: string | readonly string[] | undefined): string[] {
  const list = (typeof sent === 'string' ? sent.split(',') : (sent ?? []))
    .map((one) => one.trim())
    .filter(Boolean);
  if (!list.every((id) => uuid.test(id))) throw badInput({ services: 'Not a valid ID' });
  return [...new Set(list)];
}
