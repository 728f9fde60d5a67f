import { addDays, formatWithOffset, type LocalDate, localDate } from '#domain/base/time.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { loadServices } from '#features/services/load-services.ts';
import { getPlanLimit } from '#features/subscription/plan-limits.ts';
import type { ReadCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import {
  findPublicSlots,
  firstFreeSlots,
  type PublicSearch,
  type PublicSlot,
  searchOf,
  startOf,
} from './public-slots.ts';
import { requireScheduling } from './require-scheduling.ts';
import type { SentSelection } from './selection.ts';
import { technicianPicturePath } from './technician-picture.ts';
import { technicianProblem } from './technician-problem.ts';

type Input = HandlerInput<typeof contract.listPublicSlots>;
type Output = HandlerOutput<typeof contract.listPublicSlots>;

const mostDays = 62;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Lists the times that visitors may book, and where to look next if there are none. */
export async function listPublicSlots(ctx: ReadCtx, input: Input): Promise<Output> {
  const [from, to] = [input.fromDate as LocalDate, input.toDate as LocalDate];
  if (to < from) throw badInput({ toDate: 'The end can’t be before the start' });
  if (to > addDays(from, mostDays - 1)) throw badInput({ toDate: 'Choose 62 days or fewer' });
  const company = await getCompany(ctx);
  requireScheduling(company, await getPlanLimit(ctx));
  const technicianId = await technicianProblem(ctx, company, input.technicianId);
  if (technicianId !== null) throw badInput({ technicianId });
  const search = await searchOf(ctx, company, await selectionOf(ctx, input), {
    technicianId: input.technicianId ?? null,
    holdId: input.holdId ?? null,
  });
  const slots = await findPublicSlots(ctx, company, { from, to }, search);
  const rest =
    slots.length > 0 ? { next_day: null, reason: null } : await whereNext(ctx, company, { from, to }, search);
  return { timezone: company.timezone, ...present(company, slots), ...rest };
}

/** A query carries ids only: an add-on belongs to its chosen service. */
async function selectionOf(ctx: ReadCtx, input: Input): Promise<SentSelection> {
  const ids = input.services
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);
  if (!ids.every((id) => uuid.test(id))) throw badInput({ services: 'Not a valid ID' });
  const known = await loadServices(ctx, { ids });
  const addOns = new Set(known.flatMap((service) => service.add_ons.map((one) => one.id)));
  if (!ids.every((id) => addOns.has(id) || known.some((service) => service.id === id))) {
    throw badInput({ services: 'This service is not available' });
  }
  const services = known.map(({ id, add_ons }) => ({
    id,
    add_ons: add_ons.map((one) => one.id).filter((one) => ids.includes(one)),
  }));
  return { location: { ...input, zip_code: input.zip }, services };
}

/** Looks for the next free day up to the horizon, and if there is none for what keeps the visitor from any. */
async function whereNext(
  ctx: ReadCtx,
  company: Company,
  { from, to }: { from: LocalDate; to: LocalDate },
  search: PublicSearch,
): Promise<Pick<Output, 'next_day' | 'reason'>> {
  const first = async (day: LocalDate, wanted: PublicSearch, before?: LocalDate) =>
    (await firstFreeSlots(ctx, company, day, wanted, { most: 1, ...(before ? { before } : {}) }))[0]?.date ??
    null;
  // No day is searched twice: the shown days are known to have no time, nor have later ones when it comes to earlier ones.
  const next_day = await first(addDays(to, 1), search);
  if (next_day !== null) return { next_day, reason: null };
  const today = localDate(ctx.now, company.timezone);
  const earlier = from > today ? await first(today, search, from) : null;
  if (earlier !== null) return { next_day: earlier, reason: 'late' };
  const { service_areas, service_limitations } = company.settings;
  if (service_areas && search.zip && (await first(today, { ...search, zip: null })))
    return { next_day: null, reason: 'area' };
  const isLimited = service_limitations && (await first(today, { ...search, services: [] }));
  return { next_day: null, reason: isLimited ? 'services' : 'full' };
}

function present(company: Company, slots: readonly PublicSlot[]): Pick<Output, 'technicians' | 'days'> {
  const isChoice = company.settings.allow_choice_of_technicians;
  // By the index of the technician in the search.
  const numbers: number[] = [];
  const technicians: Output['technicians'] = [];
  const days: { date: string; starts: { at: string; technicians: number[] }[] }[] = [];
  for (const slot of slots) {
    const day = days.at(-1)?.date === slot.date ? days.at(-1) : undefined;
    const starts = day?.starts ?? [];
    if (!day) days.push({ date: slot.date, starts });
    const at = formatWithOffset(startOf(slot), company.timezone);
    if (!isChoice) {
      starts.push({ at, technicians: [] });
      continue;
    }
    for (const { id, index, first_name, last_name, profile_pic } of slot.technicians) {
      if (numbers[index] !== undefined) continue;
      numbers[index] = technicians.length;
      const picture = profile_pic && technicianPicturePath(company, id, profile_pic);
      technicians.push({ id, name: `${first_name} ${last_name}`.trim(), picture });
    }
    starts.push({ at, technicians: slot.technicians.map(({ index }) => numbers[index] ?? 0) });
  }
  return { technicians, days };
}
