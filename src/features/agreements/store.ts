import type { AgreementState } from '#domain/agreements/agreements.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { MergedAgreement } from './merge-agreement.ts';

/** The active templates among these ids, held until the end: a text must not change under the number of its version. */
export function activeTemplates(ctx: WriteCtx, ids: readonly string[]) {
  return mine(ctx, 'agreement_templates')
    .where('id', 'in', [...ids])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'version', 'content'])
    .forShare()
    .execute();
}

/** The agreements of an appointment that were not taken off, in order. */
export function listByAppointment(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .selectAll()
    .execute();
}

export type AgreementRow = Awaited<ReturnType<typeof listByAppointment>>[number];

/** One agreement of an appointment by its own id or its public id; undefined when it is none of this appointment. */
export function findInAppointment(
  ctx: ReadCtx,
  appointmentId: string,
  by: { id: string } | { public_id: string },
) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['public_id', by.public_id] as const);
  return mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .where(column, '=', value)
    .where('removed_at', 'is', null)
    .selectAll()
    .executeTakeFirst();
}

/** As `findInAppointment`, held until the end of the transaction: who signs, voids or removes stands in line. */
export function lockInAppointment(
  ctx: WriteCtx,
  appointmentId: string,
  by: { id: string } | { public_id: string },
) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['public_id', by.public_id] as const);
  return mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .where(column, '=', value)
    .where('removed_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

/** The copy that took the place of an agreement, if one did. */
export function replacementOf(ctx: ReadCtx, id: string) {
  return mine(ctx, 'appointment_agreements')
    .where('replaces_id', '=', id)
    .select(['id', 'public_id'])
    .executeTakeFirst();
}

/** Holds the appointment until the end of the transaction and says whether it is paid. */
export function lockAppointment(ctx: WriteCtx, appointmentId: string): Promise<{ paid: boolean }> {
  return mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .select('paid')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Any agreement by its id, also one that was taken off. */
export function byId(ctx: ReadCtx, id: string) {
  return mine(ctx, 'appointment_agreements').where('id', '=', id).selectAll().executeTakeFirst();
}

/** Signatures of agreements, first come first. */
export async function signaturesOf(ctx: ReadCtx, agreementIds: readonly string[]) {
  if (agreementIds.length === 0) return [];
  return mine(ctx, 'agreement_signatures')
    .where('agreement_id', 'in', [...agreementIds])
    .orderBy('signed_at')
    .orderBy('id')
    .selectAll()
    .execute();
}

export type SignatureRow = Awaited<ReturnType<typeof signaturesOf>>[number];

/** What public pages and documents need of the appointment. */
export function appointmentFacts(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
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
      'date_time',
      'paid',
      'agreement_signed',
    ])
    .executeTakeFirst();
}

/** The technicians of an appointment: some may edit it because they are assigned to it. */
export async function technicianIds(ctx: ReadCtx, appointmentId: string): Promise<string[]> {
  const rows = await mine(ctx, 'appointment_people')
    .where('appointment_id', '=', appointmentId)
    .where('role', '=', 'inspector')
    .select('person_id')
    .execute();
  return rows.map((row) => row.person_id);
}

/** Signed or not of every agreement that counts for the appointment. */
export async function listSignedStates(
  ctx: ReadCtx,
  appointmentId: string,
): Promise<(AgreementState & { id: string })[]> {
  const rows = await listByAppointment(ctx, appointmentId);
  return rows.map((row) => ({ id: row.id, signed: row.signed, voided: row.voided_at !== null }));
}

/** Freezes the text, and what it was filled with, at the first signature; a text already frozen stays as it is. */
export async function freezeText(ctx: WriteCtx, id: string, text: MergedAgreement): Promise<void> {
  await ctx.db
    .updateTable('appointment_agreements')
    .set({
      real_content: JSON.stringify(text.content),
      content_hash: text.content_hash,
      placeholder_values: JSON.stringify(text.values),
    })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('real_content', 'is', null)
    .execute();
}

/** Marks an agreement signed by all who must; false when it was already, or is void. */
export async function markSigned(ctx: WriteCtx, id: string): Promise<boolean> {
  const done = await ctx.db
    .updateTable('appointment_agreements')
    .set({ signed: true, signed_at: ctx.now })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('signed', '=', false)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Declares an agreement void. False when it was void already. */
export async function markVoid(ctx: WriteCtx, id: string, reason: string): Promise<boolean> {
  const done = await ctx.db
    .updateTable('appointment_agreements')
    .set({ voided_at: ctx.now, void_reason: reason })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Takes an agreement out of every list; one that was not void becomes so. False when it was taken out already. */
export async function markRemoved(ctx: WriteCtx, id: string, reason: string): Promise<boolean> {
  const done = await ctx.db
    .updateTable('appointment_agreements')
    .set((eb) => ({
      voided_at: eb.fn.coalesce('voided_at', eb.val(ctx.now)),
      void_reason: reason,
      removed_at: ctx.now,
    }))
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Names the sealed file of a signed agreement. */
export async function markSealed(
  ctx: WriteCtx,
  id: string,
  file: { id: string; sha256: string },
): Promise<void> {
  await ctx.db
    .updateTable('appointment_agreements')
    .set({ sealed_file_id: file.id, sealed_sha256: file.sha256 })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('sealed_file_id', 'is', null)
    .execute();
}

/** The mails that carried links to an appointment's agreements: all of them bring the person to what is to be signed. */
const carriers = [
  'appointment_scheduled',
  'appointment_requested',
  'appointment_rescheduled',
  'personal_link',
  'agreement_request',
];

/** The mails that carried these people their links, and what became of them: what a certificate tells of delivery. */
export async function deliveries(ctx: ReadCtx, appointmentId: string, personIds: readonly string[]) {
  if (personIds.length === 0) return [];
  return mine(ctx, 'outbound_messages')
    .where('appointment_id', '=', appointmentId)
    .where('person_id', 'in', [...personIds])
    .where('template_key', 'in', carriers)
    .orderBy('created_at')
    .orderBy('id')
    .select(['person_id', 'to_address', 'status', 'created_at', 'sent_at', 'template_key', 'key'])
    .execute();
}

/** Did this mail bring the link of this agreement? Requests name one agreement, other mails lead to all there were. */
export function isDeliveryForAgreement(mail: Delivery, row: { id: string; created_at: string }): boolean {
  if (mail.template_key === 'agreement_request') return mail.key.startsWith(`agreement_request.${row.id}.`);
  return mail.created_at >= row.created_at;
}

/** When each person first opened an agreement, by agreement and person. */
export async function firstViews(
  ctx: ReadCtx,
  agreementIds: readonly string[],
): Promise<Map<string, string>> {
  if (agreementIds.length === 0) return new Map();
  const rows = await mine(ctx, 'agreement_evidence')
    .where('agreement_id', 'in', [...agreementIds])
    .where('what', '=', 'viewed')
    .orderBy('seq', 'desc')
    .select(['agreement_id', 'data', 'at'])
    .execute();
  const person = (data: unknown) => (data as { person_id?: string | null }).person_id ?? '';
  return new Map(rows.map((row) => [`${row.agreement_id} ${person(row.data)}`, row.at]));
}

/** That somebody does not want to sign. */
export interface Decline {
  reason: string;
  at: string;
}

/** Who does not want to sign, by agreement and person; it is over when the company mails that person the link again. */
export async function declines(
  ctx: ReadCtx,
  agreementIds: readonly string[],
): Promise<Map<string, Map<string, Decline>>> {
  const found = new Map<string, Map<string, Decline>>();
  if (agreementIds.length === 0) return found;
  const rows = await mine(ctx, 'agreement_evidence')
    .where('agreement_id', 'in', [...agreementIds])
    .where('what', 'in', ['declined', 'sent'])
    .orderBy('seq')
    .select(['agreement_id', 'what', 'data', 'at'])
    .execute();
  for (const { agreement_id, what, data, at } of rows) {
    const { person_id, reason } = data as { person_id?: string | null; reason?: string };
    if (!person_id) continue;
    const people = found.get(agreement_id) ?? new Map<string, Decline>();
    if (what === 'declined') people.set(person_id, { reason: reason ?? '', at });
    else people.delete(person_id);
    found.set(agreement_id, people);
  }
  return found;
}

export type Delivery = Awaited<ReturnType<typeof deliveries>>[number];

/** The newest version of templates that are still offered, by template. */
export async function offeredVersions(ctx: ReadCtx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await mine(ctx, 'agreement_templates')
    .where('id', 'in', [...ids])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .select(['id', 'version'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.version]));
}

/** Names of people of the company by their id. */
export async function teamNames(ctx: ReadCtx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await mine(ctx, 'users')
    .where('id', 'in', [...ids])
    .select(['id', 'first_name', 'last_name'])
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
}
