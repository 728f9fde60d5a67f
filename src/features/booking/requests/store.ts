import { sql } from 'kysely';
import type { ProposedTime } from '#domain/booking/time-proposal.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';

type Ctx = ReadCtx | WriteCtx;

/** Most competing requests that are listed for one request. */
const mostCompeting = 5;

function requests(ctx: Ctx) {
  return mine(ctx, 'online_bookings')
    .innerJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'online_bookings.subscriber_id')
        .onRef('a.id', '=', 'online_bookings.appointment_id'),
    )
    .where('a.deleted_at', 'is', null)
    .select([
      'online_bookings.id as submission_id',
      'online_bookings.mode',
      'online_bookings.source',
      'online_bookings.answers',
      'online_bookings.created_at',
      'a.id as appointment_id',
      'a.rev',
      'a.order_id',
      'a.status',
      'a.date_time',
      'a.end_time',
      'a.duration_minutes',
      'a.address',
      'a.city',
      'a.state',
      'a.zip_code',
      'a.lat',
      'a.lng',
    ]);
}

export type RequestRow = Awaited<ReturnType<typeof openRequests>>[number];

/** Open requests of visitors in the order in which they arrived, after the one with this id. */
export function openRequests(ctx: ReadCtx, after: string | null, limit: number) {
  const rows = requests(ctx).where('a.status', '=', 'requested').orderBy('online_bookings.id').limit(limit);
  return (after === null ? rows : rows.where('online_bookings.id', '>', after)).execute();
}

/** Reads the ids of at most `limit` open requests, to count them. */
export function countableRequests(ctx: ReadCtx, limit: number) {
  return mine(ctx, 'online_bookings')
    .innerJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'online_bookings.subscriber_id')
        .onRef('a.id', '=', 'online_bookings.appointment_id'),
    )
    .where('a.deleted_at', 'is', null)
    .where('a.status', '=', 'requested')
    .select('online_bookings.id')
    .limit(limit)
    .execute();
}

/** What a visitor sent with this appointment; undefined if a member booked it. */
export function requestOf(ctx: Ctx, appointmentId: string) {
  return requests(ctx).where('a.id', '=', appointmentId).executeTakeFirst();
}

/** The services of these appointments. */
export function servicesOf(ctx: Ctx, appointmentIds: readonly string[]) {
  return mine(ctx, 'appointment_services')
    .where('appointment_id', 'in', appointmentIds)
    .orderBy('position')
    .select(['appointment_id', 'service_id', 'name'])
    .execute();
}

/** Other open requests without a technician that overlap these appointments (decisions T-48), the earliest first. */
export async function competingOf(ctx: Ctx, appointmentIds: readonly string[]) {
  const rows = await mine(ctx, 'appointments')
    .innerJoin('appointments as o', (on) =>
      on
        .onRef('o.subscriber_id', '=', 'appointments.subscriber_id')
        .onRef('o.id', '<>', 'appointments.id')
        .onRef('o.date_time', '<', 'appointments.end_time')
        .onRef('o.end_time', '>', 'appointments.date_time'),
    )
    .where('appointments.id', 'in', appointmentIds)
    .where('appointments.status', '=', 'requested')
    .where('o.status', '=', 'requested')
    .where('o.deleted_at', 'is', null)
    .where('o.date_time', '>', ctx.now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointment_people as t')
            .select('t.id')
            .whereRef('t.subscriber_id', '=', 'o.subscriber_id')
            .whereRef('t.appointment_id', '=', 'o.id')
            .where('t.role', '=', 'inspector'),
        ),
      ),
    )
    .orderBy('o.created_at')
    .select([
      'appointments.id as of',
      'o.id as appointment_id',
      'o.order_id',
      'o.address',
      'o.date_time',
      'o.created_at',
      sql<string>`coalesce((select trim(c.first_name || ' ' || c.last_name) from appointment_people p
        join contacts c on c.subscriber_id = p.subscriber_id and c.id = p.person_id
        where p.subscriber_id = o.subscriber_id and p.appointment_id = o.id and p.role = 'client'
        order by p.position, p.id limit 1), '')`.as('client'),
    ])
    .execute();
  return (id: string) => rows.filter((row) => row.of === id).slice(0, mostCompeting);
}

/** A proposal as it is stored. */
export interface StoredProposal {
  id: string;
  appointment_id: string;
  times: ProposedTime[];
  message: string;
  expires_at: string;
  closed_at: string | null;
  accepted: number | null;
  created_at: string;
}

const proposalColumns = [
  'id',
  'appointment_id',
  'times',
  'message',
  'expires_at',
  'closed_at',
  'accepted',
  'created_at',
] as const;

/** The last proposal of each of these appointments. */
export async function lastProposals(ctx: Ctx, appointmentIds: readonly string[]): Promise<StoredProposal[]> {
  const rows = await mine(ctx, 'time_proposals')
    .where('appointment_id', 'in', appointmentIds)
    .distinctOn('appointment_id')
    .orderBy('appointment_id')
    .orderBy('id', 'desc')
    .select(proposalColumns)
    .execute();
  return rows as StoredProposal[];
}

/** The proposal of an appointment with this id. */
export async function proposalOf(
  ctx: Ctx,
  appointmentId: string,
  id: string,
): Promise<StoredProposal | undefined> {
  const row = await mine(ctx, 'time_proposals')
    .where('appointment_id', '=', appointmentId)
    .where('id', '=', id)
    .select(proposalColumns)
    .executeTakeFirst();
  return row as StoredProposal | undefined;
}

/** Names of users, by id. */
export async function userNames(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { first_name: string; last_name: string }>();
  const rows = await mine(ctx, 'users')
    .where('id', 'in', ids)
    .select(['id', 'first_name', 'last_name'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stores a proposal, which is open. */
export async function insertProposal(
  ctx: WriteCtx,
  { times, ...proposal }: Pick<StoredProposal, 'id' | 'appointment_id' | 'times' | 'message' | 'expires_at'>,
): Promise<void> {
  await insertMine(ctx, 'time_proposals', {
    ...proposal,
    times: JSON.stringify(times),
    proposed_by: ctx.requireUser().userId,
    created_at: ctx.now,
  }).execute();
}

/** Replaces the times of a proposal. */
export async function changeProposedTimes(
  ctx: WriteCtx,
  id: string,
  times: readonly ProposedTime[],
): Promise<void> {
  await updateMine(ctx, 'time_proposals')
    .set({ times: JSON.stringify(times) })
    .where('id', '=', id)
    .execute();
}

/** Closes the open proposal of an appointment, if there is one. */
export async function closeProposal(ctx: WriteCtx, appointmentId: string): Promise<void> {
  await updateMine(ctx, 'time_proposals')
    .set({ closed_at: ctx.now })
    .where('appointment_id', '=', appointmentId)
    .where('closed_at', 'is', null)
    .execute();
}

/** Records which time of a proposal was accepted, and by which person of the appointment. */
export async function markAccepted(
  ctx: WriteCtx,
  id: string,
  { accepted, accepted_by }: { accepted: number; accepted_by: string },
): Promise<void> {
  await updateMine(ctx, 'time_proposals')
    .set({ closed_at: ctx.now, accepted, accepted_by })
    .where('id', '=', id)
    .execute();
}

/** What the page of proposed times shows of its appointment. */
export function proposedAppointment(ctx: Ctx, id: string) {
  return mine(ctx, 'appointments')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'public_id',
      'status',
      'address',
      'city',
      'state',
      'zip_code',
      'lat',
      'lng',
      'date_time',
      'end_time',
      'duration_minutes',
      'rev',
    ])
    .executeTakeFirst();
}

/** Names of the technicians of an appointment that clients may see. */
export function visibleTechnicians(ctx: Ctx, appointmentId: string) {
  return mine(ctx, 'appointment_people')
    .innerJoin('users as u', (on) =>
      on
        .onRef('u.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('u.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_id', '=', appointmentId)
    .where('appointment_people.role', '=', 'inspector')
    .where('invisible', '=', false)
    .orderBy('position')
    .select(['u.first_name', 'u.last_name'])
    .execute();
}
