import { addressLines } from '#domain/base/addresses.ts';
import { minutesToHours } from '#domain/base/durations.ts';
import { fullName } from '#domain/base/names.ts';
import { asInstant, formatWithOffset, type Zone } from '#domain/base/time.ts';
import { proposalState } from '#domain/booking/time-proposal.ts';
import { typedDifferences } from '#domain/booking/typed-contact.ts';
import { allows } from '#domain/people/permissions.ts';
import { displayStatus } from '#domain/scheduling/appointment-states.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { listCorrespondentsOf } from '#features/messages/recipients.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { BookingRequestRow } from '../office-contract.ts';
import * as store from './store.ts';
import { type TypedPeople, typedPeople } from './typed-people.ts';

type People = Awaited<ReturnType<typeof listCorrespondentsOf>>;

/** Returns requests as members see them, with a fixed number of queries. */
export async function presentRequests(
  ctx: ReadCtx | WriteCtx,
  rows: readonly store.RequestRow[],
): Promise<BookingRequestRow[]> {
  if (rows.length === 0) return [];
  const company = await getCompany(ctx);
  const ids = rows.map((row) => row.appointment_id);
  const people = await listCorrespondentsOf(ctx, ids);
  const services = await store.servicesOf(ctx, ids);
  const competing = await store.competingOf(ctx, ids);
  const proposals = await store.lastProposals(ctx, ids);
  const proposed = proposals.flatMap(({ times }) => times.map((one) => one.technician_id));
  const names = await store.userNames(ctx, [...new Set(proposed)]);
  const time = (at: string) => formatWithOffset(asInstant(at), company.timezone);
  return rows.map((row) => {
    const id = row.appointment_id;
    const present = people.filter((one) => one.appointment_id === id);
    const technicians = present.filter((one) => one.role === 'inspector');
    const proposal = proposals.find((one) => one.appointment_id === id);
    return {
      ...about(ctx, row, company),
      services: services
        .filter((one) => one.appointment_id === id)
        .map(({ service_id, name }) => ({ id: service_id, name })),
      technicians: technicians.map(({ person_id, first_name, last_name }) => ({
        id: person_id,
        first_name,
        last_name,
      })),
      ...typedBy(row, present, company),
      competing: competing(id).map(({ of: _, ...one }) => ({
        ...one,
        date_time: time(one.date_time),
        created_at: time(one.created_at),
      })),
      proposal: proposal ? presentProposal(ctx, proposal, names, company.timezone) : null,
      may_answer:
        ctx.actor !== null &&
        row.status === 'requested' &&
        allows(ctx.actor, 'edit_appointment', {
          assigned_technician_ids: technicians.map((one) => one.person_id),
        }),
    };
  });
}

function about(ctx: ReadCtx | WriteCtx, row: store.RequestRow, { timezone: zone, settings }: Company) {
  const { appointment_id, rev, order_id, zip_code, lat, lng } = row;
  const times = { now: ctx.now, date_time: asInstant(row.date_time), end_time: asInstant(row.end_time) };
  const status = row.status as BookingRequestRow['status'];
  return {
    ...{ appointment_id, rev, order_id, status, zip_code },
    name: row.mode === 'request' ? settings.request_form.default_name : '',
    is_overdue: displayStatus(status, times) === 'overdue',
    mode: row.mode as BookingRequestRow['mode'],
    source: row.source as BookingRequestRow['source'],
    created_at: formatWithOffset(asInstant(row.created_at), zone),
    date_time: formatWithOffset(times.date_time, zone),
    end_time: formatWithOffset(times.end_time, zone),
    timezone: zone,
    duration: minutesToHours(row.duration_minutes),
    address: addressLines(row).join(', '),
    position: lat === null || lng === null ? null : { lat, lng },
  };
}

/** What was typed about each person, next to the contact that it was matched with. */
function typedBy(
  row: store.RequestRow,
  present: People,
  { country_code }: Company,
): Pick<BookingRequestRow, 'people' | 'message'> {
  const answers = row.answers as unknown as TypedPeople & { message: string };
  const people = typedPeople(answers).map((typed) => {
    const same = present.filter((one) => one.role === typed.role);
    const contact = same.find((one) => one.email === typed.email.trim().toLowerCase()) ?? same[0];
    return {
      ...typed,
      contact_id: contact?.person_id ?? null,
      differences: contact ? typedDifferences(typed, contact, country_code) : [],
    };
  });
  return { people, message: answers.message };
}

function presentProposal(
  ctx: ReadCtx | WriteCtx,
  { id, times, message, expires_at, closed_at, accepted, created_at }: store.StoredProposal,
  names: Awaited<ReturnType<typeof store.userNames>>,
  zone: Zone,
): NonNullable<BookingRequestRow['proposal']> {
  return {
    id,
    state: proposalState({ closed_at, accepted, expires_at: asInstant(expires_at) }, ctx.now),
    times: times.map(({ at, technician_id }) => ({
      at: formatWithOffset(asInstant(at), zone),
      technician_id,
      technician: fullName(names.get(technician_id) ?? {}),
    })),
    ...{ accepted, message },
    created_at: formatWithOffset(asInstant(created_at), zone),
    expires_at: formatWithOffset(asInstant(expires_at), zone),
  };
}
