import { addDays, type LocalDate } from '#domain/base/time.ts';
import type { RoadQuery } from '#domain/scheduling/road.ts';
import { freeSlotsByDay, unofferedServices } from '#domain/scheduling/slots.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { prebuiltJson } from '#server/http/prebuilt-json.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { placeOf } from './places.ts';
import { serializeSlots } from './serialize-slots.ts';
import { type Candidate, candidates, type SlotSearch, type SlotSearchResult } from './slot-candidates.ts';
import type * as slotsContract from './slots-contract.ts';
import type { Slot } from './slots-contract.ts';
import { drivingMinutes } from './travel-times.ts';

const maxDays = 62;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Lists the free slots of the days for members. */
export async function listSlots(
  ctx: ReadCtx,
  input: HandlerInput<typeof slotsContract.listSlots>,
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
    place: placeOf(company, { lat: input.lat, lng: input.lng }),
    excludeAppointmentId: input.inspections_id ?? null,
    isPublic: input.as_public ?? false,
  });
  return prebuiltJson(serializeSlots(found, { lang: ctx.lang, timezone, color: settings.company_color }));
}

/** Finds the slots for members and for the public pages, which show fewer fields of technicians. */
export async function findSlots(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  search: SlotSearch,
): Promise<SlotSearchResult> {
  const { settings, timezone } = company;
  const technicians = await candidates(ctx, company, search);
  const wanted = settings.service_limitations ? search.services : null;
  const road = await roadTo(ctx, company, search, technicians);
  const parts = freeSlotsByDay(
    {
      from: search.from,
      to: search.to,
      zone: timezone,
      now: ctx.now,
      durationMinutes: search.durationMinutes ?? Math.round(settings.default_duration * 60),
      isPublic: search.isPublic,
      wanted,
      zip: settings.service_areas ? search.zip : null,
      road,
    },
    technicians,
  );
  const slots: SlotSearchResult['slots'] = [];
  for (const part of parts) {
    slots.push(...part);
    // Many visitors search at once: the calls of members go on between the parts of their searches.
    if (search.isPublic) await new Promise<void>((resolve) => void setImmediate(resolve));
  }
  // How far technicians live from a property is not for the public.
  if (search.isPublic) for (const slot of slots) delete slot.extraMinutes;
  return { slots, warnings: await warningsOf(ctx, technicians, wanted ?? []) };
}

async function roadTo(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  search: SlotSearch,
  technicians: readonly Candidate[],
): Promise<RoadQuery | null> {
  if (!company.settings.road_aware_slots) return null;
  const place = search.place ?? placeOf(company, { zip: search.zip });
  return place && { place, minutes: await drivingMinutes(ctx, place, technicians) };
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

/** Reads the first and last day of a search. */
export function readDays(fromDate: string, toDate: string): { from: LocalDate; to: LocalDate } {
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
