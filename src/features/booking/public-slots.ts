import {
  addDays,
  formatWithOffset,
  fromEpochMs,
  type Instant,
  type LocalDate,
  localDate,
} from '#domain/base/time.ts';
import type { FreeSlot } from '#domain/scheduling/slots.ts';
import type { Place } from '#domain/scheduling/travel.ts';
import { findSlots } from '#features/availability/list-slots.ts';
import { placeOf } from '#features/availability/places.ts';
import type { Candidate } from '#features/availability/slot-candidates.ts';
import type { Company } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';
import { readPlace } from './places/property-places.ts';
import { priceSelection, type SentSelection } from './selection.ts';
import * as store from './store.ts';

/** What a time has to be free for. */
export interface PublicSearch {
  durationMinutes: number;
  /** Ids of services and add-ons. */
  services: readonly string[];
  zip: string | null;
  technicianId: string | null;
  /** The visitor's own hold. */
  holdId: string | null;
  /** Where the property is, if that is known. */
  place?: Place | null;
  /** The appointment that is moved: its time neither blocks nor is offered, and all its technicians must be free. */
  moving?: { appointmentId: string; start: Instant; technicianIds: readonly string[] };
}

export type PublicSlot = FreeSlot<Candidate>;

/** Days searched in one step. */
const step = 62;
const mostOffered = 6;

/** Returns what a time has to be free for, with the duration of the price list. */
export async function searchOf(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  sent: SentSelection,
  { technicianId, holdId }: Pick<PublicSearch, 'technicianId' | 'holdId'>,
): Promise<PublicSearch> {
  const { totals } = await priceSelection(ctx, company, sent);
  const zip = sent.location.zip_code || null;
  return {
    durationMinutes: totals.duration_minutes,
    services: sent.services.flatMap(({ id, add_ons }) => [id, ...add_ons]),
    zip,
    place: placeOf(company, { ...readPlace(ctx, sent.location), zip }),
    technicianId,
    holdId,
  };
}

/** Returns the times between two days that visitors may book. */
export async function findPublicSlots(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  days: { from: LocalDate; to: LocalDate },
  { moving, ...search }: PublicSearch,
): Promise<PublicSlot[]> {
  const { slots } = await findSlots(ctx, company, {
    ...days,
    ...search,
    excludeAppointmentId: moving?.appointmentId ?? null,
    isPublic: true,
  });
  if (!moving) return slots;
  const suits = ({ technicians }: PublicSlot) =>
    moving.technicianIds.every((id) => technicians.some((one) => one.id === id));
  return slots.filter((slot) => suits(slot) && startOf(slot) !== moving.start);
}

/** Returns the slot that starts exactly at this time, or undefined if visitors may not book it. */
export async function slotAt(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  at: Instant,
  search: PublicSearch,
): Promise<PublicSlot | undefined> {
  const date = localDate(at, company.timezone);
  const slots = await findPublicSlots(ctx, company, { from: date, to: date }, search);
  return slots.find((slot) => startOf(slot) === at);
}

/**
 * Returns the first free times from a day on, at most `most`, and up to the day before `before`, within the time for which
 * visitors may book.
 */
export async function firstFreeSlots(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  from: LocalDate,
  search: PublicSearch,
  { most = mostOffered, before }: { most?: number; before?: LocalDate } = {},
): Promise<PublicSlot[]> {
  const today = localDate(ctx.now, company.timezone);
  const end = before && addDays(before, -1);
  const horizon = await store.longestHorizon(ctx, company.settings.max_days_ahead, search.technicianId);
  const last = addDays(today, horizon);
  const until = end && end < last ? end : last;
  for (let day = from < today ? today : from; day <= until; day = addDays(day, step)) {
    const stepEnd = addDays(day, step - 1);
    const to = stepEnd < until ? stepEnd : until;
    const slots = await findPublicSlots(ctx, company, { from: day, to }, search);
    if (slots.length > 0) return slots.slice(0, most);
  }
  return [];
}

/** Returns the error of a time that can't be booked, with the next free ones. Says nothing about who has it. */
export async function takenError(
  ctx: WriteCtx,
  company: Company,
  at: Instant,
  search: PublicSearch,
): Promise<AppError> {
  const next = await firstFreeSlots(ctx, company, localDate(at, company.timezone), search);
  return new AppError('CONFLICT', 'This time slot is no longer available', {
    next: next.map((slot) => formatWithOffset(startOf(slot), company.timezone)),
  });
}

/** Returns the start of a slot. */
export function startOf(slot: PublicSlot): Instant {
  return fromEpochMs(slot.at * 60_000);
}
