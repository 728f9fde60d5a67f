import type { RecipientGroup } from '#domain/automations/action-types.ts';
import type { AutomationFacts, NamedId, Reachable } from '#domain/automations/decision-types.ts';
import { asCents } from '#domain/base/money.ts';
import { addMinutes, type Instant, parseInstantOrLocal } from '#domain/base/time.ts';
import { initialStatus } from '#domain/scheduling/appointment-states.ts';
import { getCompany } from '#features/company/get-company.ts';
import { readServiceChoices } from '#features/services/service-choices.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { badInput } from '#wire/errors.ts';
import type { AppointmentDraft } from '../jobs-contract.ts';
import { companyAdmins, reachable } from '../planning/reachable.ts';
import type { SourcePerson, ValueSource } from '../values/load-source.ts';

/** The fields of a draft that name people, with their role and group. */
const peopleFields = [
  ['inspectors', 'inspector', 'technicians'],
  ['clients', 'client', 'clients'],
  ['agents', 'agent', 'agents'],
  ['listing_agents', 'listing_agent', 'listing_agents'],
  ['contractors', 'contractor', 'contractors'],
] as const;

/** Returns what decides on actions, and what messages say, for an appointment that is not saved yet. */
export async function loadDraft(
  ctx: ReadCtx,
  draft: AppointmentDraft,
): Promise<{ facts: AutomationFacts; source: ValueSource }> {
  const company = await getCompany(ctx);
  const at = parseInstantOrLocal(draft.date_time, company.timezone);
  if (at === null) throw badInput({ 'draft.date_time': 'Enter a valid date' });
  const chosen = readServiceChoices(draft.services ?? []);
  const services = await namedIds(
    ctx,
    'services',
    chosen.map((one) => one.id),
  );
  const addons = await namedIds(
    ctx,
    'add_ons',
    chosen.flatMap((one) => one.addOnIds),
  );
  const people = await peopleOf(ctx, draft);
  const appointment = draftRow(draft, at);
  const { square_feet, year_built, foundation, status, date_time, end_time } = appointment;
  const facts: AutomationFacts = {
    ...{ appointment_id: appointment.id, zone: company.timezone, status, date_time, end_time },
    disable_automated_notifications: draft.disable_automated_notifications ?? false,
    automations_enabled: company.settings.automations_enabled,
    sending_hours: company.settings.sending_hours,
    property: { square_feet, year_built, foundation },
    ...{ services, service_addons: addons },
    ...{ agreements_signed: false, invoice_paid: false },
    people: await groupsOf(ctx, people, company.country_code),
    known_ids: null,
  };
  const source: ValueSource = {
    ...{ company, publicUrl: ctx.installation.publicUrl, appointment, people },
    services: services.map(({ name }) => name),
    addons: addons.map(({ name }) => name),
    ...{ fees: [], invoice: undefined, payment: undefined, reports: [] },
  };
  return { facts, source };
}

function draftRow(draft: AppointmentDraft, at: Instant) {
  return {
    ...{ id: newId(), public_id: 'draft', order_id: '' },
    status: initialStatus(draft.confirm_inspection),
    ...{ date_time: at, end_time: addMinutes(at, draft.duration_minutes) },
    duration_minutes: draft.duration_minutes,
    ...{ inspection_notes: '', occupied: true, utilities_on: true, cancel_reason: '' },
    ...{ address: draft.address ?? '', city: draft.city ?? '', state: draft.state ?? '' },
    ...{ zip_code: draft.zip_code ?? '', country: '' },
    square_feet: draft.square_feet ?? null,
    year_built: draft.year_built ?? null,
    foundation: draft.foundation ?? null,
    ...{ total_fee_cents: asCents(0), outstanding_cents: asCents(0) },
  };
}

async function namedIds(
  ctx: ReadCtx,
  table: 'services' | 'add_ons',
  ids: readonly string[],
): Promise<NamedId[]> {
  if (ids.length === 0) return [];
  return mine(ctx, table as 'services')
    .where('id', 'in', ids)
    .select(['id', 'name'])
    .execute();
}

type DraftPerson = SourcePerson & { email_cc: string };

async function peopleOf(ctx: ReadCtx, draft: AppointmentDraft): Promise<DraftPerson[]> {
  const found: DraftPerson[] = [];
  for (const [field, role] of peopleFields) {
    const ids = draft[field] ?? [];
    if (ids.length === 0) continue;
    const rows =
      role === 'inspector'
        ? (await usersOf(ctx, ids)).map((row) => ({
            ...row,
            company_name: '',
            agency_name: '',
            email_cc: '',
          }))
        : (await contactsOf(ctx, ids)).map((row) => ({ ...row, signature: null }));
    for (const { id, ...row } of rows)
      found.push({ ...row, row_id: id, person_id: id, role, link_version: 0, invisible: false });
  }
  return found;
}

function usersOf(ctx: ReadCtx, ids: readonly string[]) {
  return mine(ctx, 'users')
    .where('id', 'in', ids)
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'language', 'signature'])
    .execute();
}

function contactsOf(ctx: ReadCtx, ids: readonly string[]) {
  return mine(ctx, 'contacts')
    .where('id', 'in', ids)
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'language', 'company_name', 'agency_name'])
    .select('email_cc')
    .execute();
}

async function groupsOf(ctx: ReadCtx, people: readonly DraftPerson[], country: string) {
  const groups: Record<RecipientGroup, Reachable[]> = {
    ...{ company_admins: await companyAdmins(ctx, country), clients: [], agents: [] },
    ...{ technicians: [], listing_agents: [], contractors: [] },
  };
  for (const [, role, group] of peopleFields)
    groups[group] = people
      .filter((one) => one.role === role)
      .map((one) => reachable({ ...one, id: one.person_id }, country));
  return groups;
}
