import { allows } from '#domain/people/permissions.ts';
import { formatServiceArea, parseServiceArea } from '#domain/scheduling/availability.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { findUnknownReferences } from '#server/db/find-unknown-references.ts';
import { deleteMine, insertMine, mine } from '#server/db/scope.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as limitsContract from './limits-contract.ts';
import type { Limits } from './limits-contract.ts';
import * as store from './store.ts';

type LimitsInput = HandlerInput<typeof limitsContract.changeLimits>;
const columns = ['buffer_minutes', 'max_per_day', 'notice_hours', 'max_days_ahead', 'all_services'] as const;

const noLimits = {
  buffer_minutes: null,
  max_per_day: null,
  notice_hours: null,
  max_days_ahead: null,
  all_services: true,
  home_address: '',
  home_lat: null,
  home_lng: null,
  rev: 0,
};

/** Returns the limits a technician has in addition to the company's settings. */
export async function getLimits(ctx: ReadCtx | WriteCtx, input: { id: string }): Promise<Limits> {
  if (!(await store.isTechnician(ctx, input.id))) throw notFound();
  const { settings, timezone, ...company } = await getCompany(ctx);
  const own = { technician_id: input.id };
  const row = await mine(ctx, 'technician_limits')
    .where('technician_id', '=', input.id)
    .select([...columns, 'home_address', 'home_lat', 'home_lng', 'rev'])
    .executeTakeFirst();
  const services = await mine(ctx, 'technician_services')
    .where('technician_id', '=', input.id)
    .select('service_id as id')
    .execute();
  const addOns = await mine(ctx, 'technician_add_ons')
    .where('technician_id', '=', input.id)
    .select('add_on_id as id')
    .execute();
  const areas = await mine(ctx, 'technician_areas')
    .where('technician_id', '=', input.id)
    .select(['zip', 'zip_to'])
    .orderBy('zip')
    .execute();
  const { home_address, home_lat, home_lng, ...limits } = row ?? noLimits;
  const mayEdit = ctx.actor !== null && allows(ctx.actor, 'edit_availability', { user_id: input.id });
  const hasHome = mayEdit && home_lat !== null && home_lng !== null;
  return {
    ...own,
    ...limits,
    home: hasHome ? { address: home_address, lat: home_lat, lng: home_lng } : null,
    services: services.map((each) => each.id),
    add_ons: addOns.map((each) => each.id),
    areas: areas.map(formatServiceArea),
    company: {
      buffer_minutes: settings.buffer_minutes,
      notice_hours: settings.dont_allow_scheduling_within,
      max_days_ahead: settings.max_days_ahead,
      service_limitations: settings.service_limitations,
      service_areas: settings.service_areas,
      road_aware_slots: settings.road_aware_slots,
      address: [company.address, company.city, `${company.state} ${company.zip_code}`.trim()]
        .filter(Boolean)
        .join(', '),
      timezone,
    },
  };
}

/** Changes the sent limits. Technicians may change their own times; services and areas are up to the office. */
export async function changeLimits(ctx: WriteCtx, input: LimitsInput): Promise<Limits> {
  ctx.requireCapability('edit_availability', { user_id: input.id });
  const isOffice = [input.all_services, input.services, input.add_ons, input.areas].some(
    (sent) => sent !== undefined,
  );
  if (isOffice) ctx.requireCapability('full_company_admin');
  const before = await getLimits(ctx, input);
  if (input.rev !== undefined && input.rev !== before.rev) throw stale(before);
  await saveRow(ctx, before, input);
  await saveOffers(ctx, before, input);
  await saveAreas(ctx, input);
  const after = await getLimits(ctx, input);
  await ctx.audit({ action: 'change', entity: 'technician_limits', entity_id: input.id, before, after });
  await ctx.emit({ type: 'availability.changed', team_id: input.id, what: 'limits' });
  return after;
}

function stale(current: Limits): AppError {
  return new AppError('CONFLICT', 'This was changed by someone else in the meantime', { current });
}

async function saveRow(ctx: WriteCtx, before: Limits, input: LimitsInput): Promise<void> {
  const sent = Object.fromEntries(
    columns.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  );
  if (input.home !== undefined) Object.assign(sent, homeColumns(input.home));
  const saved = await insertMine(ctx, 'technician_limits', {
    technician_id: input.id,
    ...sent,
    updated_at: ctx.now,
  })
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'technician_id'])
        .doUpdateSet({ ...sent, rev: before.rev + 1, updated_at: ctx.now })
        .where('technician_limits.rev', '=', before.rev),
    )
    .returning('rev')
    .executeTakeFirst();
  if (!saved) throw stale(before);
}

function homeColumns(home: Limits['home']) {
  return { home_address: home?.address ?? '', home_lat: home?.lat ?? null, home_lng: home?.lng ?? null };
}

interface OfferRow {
  technician_id: string;
  service_id: string;
}

const offers = [
  ['services', 'service', 'technician_services', 'service_id'],
  ['add_ons', 'addOn', 'technician_add_ons', 'add_on_id'],
] as const;

/** What the technician offered before may stay even if it was deleted since. */
async function saveOffers(ctx: WriteCtx, before: Limits, input: LimitsInput): Promise<void> {
  const references = offers.flatMap(([field, kind]) =>
    (input[field] ?? []).map((id, i) => ({
      kind,
      id,
      path: `${field}.${i}`,
      isChosen: !before[field].includes(id),
    })),
  );
  const unknown = await findUnknownReferences(ctx, references);
  if (Object.keys(unknown).length > 0) throw badInput(unknown);
  for (const [field, , table, column] of offers) {
    if (input[field] === undefined) continue;
    await clear(ctx, table, input.id);
    const rows = [...new Set(input[field])].map((id) => ({ technician_id: input.id, [column]: id }));
    if (rows.length > 0)
      await insertMine(ctx, table as 'technician_services', rows as unknown as OfferRow[]).execute();
  }
}

async function saveAreas(ctx: WriteCtx, input: LimitsInput): Promise<void> {
  if (input.areas === undefined) return;
  const areas = new Map<string, { zip: string; zip_to: string }>();
  for (const typed of input.areas.filter((one) => one.trim() !== '')) {
    const area = parseServiceArea(typed);
    if (area === null) throw badInput({ areas: `Invalid postal code: ${typed.trim()}` });
    areas.set(formatServiceArea(area), area);
  }
  await clear(ctx, 'technician_areas', input.id);
  const rows = [...areas.values()].map((area) => ({
    technician_id: input.id,
    ...area,
  }));
  if (rows.length > 0) await insertMine(ctx, 'technician_areas', rows).execute();
}

async function clear(
  ctx: WriteCtx,
  table: 'technician_services' | 'technician_add_ons' | 'technician_areas',
  technicianId: string,
): Promise<void> {
  await deleteMine(ctx, table).where('technician_id', '=', technicianId).execute();
}
