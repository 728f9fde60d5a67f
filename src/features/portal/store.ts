import type { Instant } from '#domain/base/time.ts';
import { type AttemptState, isConfirming, openStates } from '#domain/payments/payment-attempts.ts';
import type { GateWaiver } from '#domain/reports/publishing.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';

/** What the portal shows of an appointment. */
export function appointmentFacts(ctx: ReadCtx, id: string) {
  return mine(ctx, 'appointments')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'public_id',
      'order_id',
      'status',
      'address',
      'city',
      'state',
      'zip_code',
      'square_feet',
      'year_built',
      'foundation',
      'lat',
      'lng',
      'location_precision',
      'date_time',
      'end_time',
      'require_payment',
      'paid',
      'agreement_signed',
      'cancel_reason',
      'cover_file_id',
      'rev',
    ])
    .executeTakeFirst();
}

export type AppointmentFacts = NonNullable<Awaited<ReturnType<typeof appointmentFacts>>>;

/** The technicians visible to clients, in order. */
export function technicians(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointment_people')
    .innerJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('users.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_id', '=', appointmentId)
    .where('appointment_people.role', '=', 'inspector')
    .where('invisible', '=', false)
    .orderBy('position')
    .orderBy('appointment_people.id')
    .select(['first_name', 'last_name', 'profile_pic_file_id'])
    .execute();
}

/** Services with the names of their add-ons, in order. */
export async function services(
  ctx: ReadCtx,
  appointmentId: string,
): Promise<{ name: string; add_ons: string[] }[]> {
  const rows = await mine(ctx, 'appointment_services')
    .where('appointment_id', '=', appointmentId)
    .orderBy('position')
    .orderBy('service_id')
    .select(['service_id', 'name'])
    .execute();
  const addOns = await mine(ctx, 'appointment_addons')
    .where('appointment_id', '=', appointmentId)
    .orderBy('position')
    .orderBy('add_on_id')
    .select(['service_id', 'name'])
    .execute();
  return rows.map((row) => ({
    name: row.name,
    add_ons: addOns.filter((addOn) => addOn.service_id === row.service_id).map((addOn) => addOn.name),
  }));
}

/** Binding agreements: neither removed nor void. */
export function agreements(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .where('removed_at', 'is', null)
    .where('voided_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'public_id', 'name', 'signed', 'signed_at'])
    .execute();
}

/** The signatures of these agreements. */
export async function signatures(ctx: ReadCtx, agreementIds: readonly string[]) {
  if (agreementIds.length === 0) return [];
  return mine(ctx, 'agreement_signatures')
    .where('agreement_id', 'in', [...agreementIds])
    .select(['agreement_id', 'person_id', 'role'])
    .execute();
}

/** The invoice of the appointment, and whether a payment of it is being confirmed. */
export async function invoice(ctx: ReadCtx, appointmentId: string) {
  const row = await mine(ctx, 'invoices')
    .where('appointment_id', '=', appointmentId)
    .select([
      'id',
      'public_id',
      'number',
      'status',
      'currency',
      'total_cents',
      'paid_cents',
      'outstanding_cents',
    ])
    .executeTakeFirst();
  if (!row) return null;
  const attempts = await mine(ctx, 'payment_attempts')
    .where('invoice_id', '=', row.id)
    .where('state', 'in', openStates)
    .select('state')
    .execute();
  return { ...row, is_processing: attempts.some(({ state }) => isConfirming(state as AttemptState)) };
}

/** The reports of the appointment, in order. */
export function reports(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'reports')
    .where('appointment_id', '=', appointmentId)
    .where('deleted_at', 'is', null)
    .where('detached_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .select(['public_id', 'name', 'status', 'published_at'])
    .execute();
}

/** Documents visible to the client, and those that count as reports. */
export function attachments(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointment_attachments')
    .innerJoin('stored_files', (on) =>
      on
        .onRef('stored_files.subscriber_id', '=', 'appointment_attachments.subscriber_id')
        .onRef('stored_files.id', '=', 'appointment_attachments.file_id'),
    )
    .where('appointment_id', '=', appointmentId)
    .where((eb) => eb.or([eb('visible_to_client', '=', true), eb('as_report', '=', true)]))
    .orderBy('appointment_attachments.id')
    .select([
      'appointment_attachments.id',
      'appointment_attachments.name',
      'as_report',
      'file_id',
      'stored_files.bytes',
    ])
    .execute();
}

/** The change requests of this person on the appointment, newest first. */
export function listChangeRequestsOf(ctx: ReadCtx, appointmentPersonId: string) {
  return mine(ctx, 'change_requests')
    .where('appointment_person_id', '=', appointmentPersonId)
    .orderBy('id', 'desc')
    .limit(10)
    .select(['wish', 'message', 'created_at', 'handled_at'])
    .execute();
}

/** The last reschedule since then, as clients were notified. */
export function lastReschedule(ctx: ReadCtx, appointmentId: string, since: Instant) {
  return mine(ctx, 'events')
    .where('appointment_id', '=', appointmentId)
    .where('type', '=', 'appointment.rescheduled')
    .where('at', '>=', since)
    .orderBy('id', 'desc')
    .limit(1)
    .select('data')
    .executeTakeFirst();
}

/** All waivers of an appointment with their authors, newest first. */
export function waivers(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'gate_waivers')
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'gate_waivers.subscriber_id')
        .onRef('users.id', '=', 'gate_waivers.waived_by'),
    )
    .where('appointment_id', '=', appointmentId)
    .orderBy('gate_waivers.id', 'desc')
    .select([
      'gate_waivers.id',
      'what',
      'reason',
      'waived_by',
      'waived_at',
      'until',
      'revoked_at',
      'first_name',
      'last_name',
    ])
    .execute();
}

export type WaiverRow = Awaited<ReturnType<typeof waivers>>[number];

/** Converts a row to what the gate rules need. */
export function toGateWaiver(row: Pick<WaiverRow, 'what' | 'until' | 'revoked_at'>): GateWaiver {
  return {
    what: row.what as GateWaiver['what'],
    until: row.until as Instant | null,
    revoked_at: row.revoked_at as Instant | null,
  };
}

/** Ends a waiver. Returns undefined if no such waiver is in force. */
export function revokeWaiver(ctx: WriteCtx, appointmentId: string, id: string) {
  return updateMine(ctx, 'gate_waivers')
    .set({ revoked_at: ctx.now })
    .where('appointment_id', '=', appointmentId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'what'])
    .executeTakeFirst();
}

/** The key, type and hash of a stored file. */
export function storedFile(ctx: ReadCtx, id: string) {
  return mine(ctx, 'stored_files')
    .where('id', '=', id)
    .select(['storage_key', 'name', 'type', 'sha256'])
    .executeTakeFirst();
}

/** A change request, and the address of the person who made it. */
export async function changeRequest(ctx: ReadCtx, id: string) {
  const { contact_email, email, ...row } = await mine(ctx, 'change_requests')
    .leftJoin('appointment_people as p', (on) =>
      on
        .onRef('p.subscriber_id', '=', 'change_requests.subscriber_id')
        .onRef('p.id', '=', 'change_requests.appointment_person_id'),
    )
    .leftJoin('contacts as c', (on) =>
      on.onRef('c.subscriber_id', '=', 'p.subscriber_id').onRef('c.id', '=', 'p.person_id'),
    )
    .where('change_requests.id', '=', id)
    .select(['change_requests.name', 'wish', 'message', 'change_requests.email', 'c.email as contact_email'])
    .executeTakeFirstOrThrow();
  return { ...row, reply_to: contact_email || email };
}

/** The proposal of other times from which a client can still choose. */
export function openProposal(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'time_proposals')
    .where('appointment_id', '=', appointmentId)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .select('expires_at')
    .executeTakeFirst();
}
