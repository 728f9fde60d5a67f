import type { AgreementState } from '#domain/agreements/agreements.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import type { MergedAgreement } from './merge-agreement.ts';

/** The active templates with these ids, locked until the end: a text must not change while its version is copied. */
export function activeTemplates(ctx: WriteCtx, ids: readonly string[]) {
  return mine(ctx, 'agreement_templates')
    .where('id', 'in', [...ids])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'version', 'content'])
    .forShare()
    .execute();
}

/** All columns apart from the texts, which may have 200,000 letters: `getAgreementText` reads those it does not know. */
const rowColumns = [
  'id',
  'appointment_id',
  'content_hash',
  'created_at',
  'is_sealed_quietly',
  'name',
  'placeholder_values',
  'position',
  'public_id',
  'removed_at',
  'replaces_id',
  'seal_problem',
  'sealed_file_id',
  'sealed_sha256',
  'signed',
  'signed_at',
  'subscriber_id',
  'template_id',
  'template_version',
  'void_reason',
  'voided_at',
] as const;

/** The text of an agreement with its placeholders, which never changes, and the one frozen at the first signature. */
export function textsOf(ctx: ReadCtx, id: string) {
  return mine(ctx, 'appointment_agreements')
    .where('id', '=', id)
    .select(['content', 'real_content'])
    .executeTakeFirstOrThrow();
}

/** The agreements of an appointment that were not removed, in order. */
export function listByAppointment(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .select(rowColumns)
    .execute();
}

export type AgreementRow = Awaited<ReturnType<typeof listByAppointment>>[number];

/** One agreement of an appointment by its id or public id; undefined if it is not on this appointment. */
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
    .select(rowColumns)
    .executeTakeFirst();
}

/** Like `findInAppointment`, locked until the end of the transaction to serialize signing, voiding and removing. */
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
    .select(rowColumns)
    .forUpdate()
    .executeTakeFirst();
}

/** The copy that replaced an agreement, if any. */
export function replacementOf(ctx: ReadCtx, id: string) {
  return mine(ctx, 'appointment_agreements')
    .where('replaces_id', '=', id)
    .select(['id', 'public_id'])
    .executeTakeFirst();
}

/** Locks the appointment until the end of the transaction and returns whether it is paid. */
export function lockAppointment(ctx: WriteCtx, appointmentId: string): Promise<{ paid: boolean }> {
  return mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .select('paid')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** An agreement by its id, even if it was removed. */
export function byId(ctx: ReadCtx, id: string) {
  return mine(ctx, 'appointment_agreements').where('id', '=', id).select(rowColumns).executeTakeFirst();
}

/** Signatures of agreements, oldest first. */
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

/** The facts of the appointment needed by public pages and documents. */
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

/** The technicians of an appointment; some may edit it because they are assigned to it. */
export async function technicianIds(ctx: ReadCtx, appointmentId: string): Promise<string[]> {
  const rows = await mine(ctx, 'appointment_people')
    .where('appointment_id', '=', appointmentId)
    .where('role', '=', 'inspector')
    .select('person_id')
    .execute();
  return rows.map((row) => row.person_id);
}

/** Whether each agreement that counts for the appointment is signed. */
export async function listSignedStates(
  ctx: ReadCtx,
  appointmentId: string,
): Promise<(AgreementState & { id: string })[]> {
  const rows = await listByAppointment(ctx, appointmentId);
  return rows.map((row) => ({ id: row.id, signed: row.signed, voided: row.voided_at !== null }));
}

/** Freezes the text and its values at the first signature; a frozen text does not change. */
export async function freezeText(ctx: WriteCtx, id: string, text: MergedAgreement): Promise<void> {
  await updateMine(ctx, 'appointment_agreements')
    .set({
      real_content: JSON.stringify(text.content),
      content_hash: text.content_hash,
      placeholder_values: JSON.stringify(text.values),
    })
    .where('id', '=', id)
    .where('real_content', 'is', null)
    .execute();
}

/** Marks an agreement signed by everyone required. Returns false if it already was, or is void. */
export async function markSigned(ctx: WriteCtx, id: string): Promise<boolean> {
  const done = await updateMine(ctx, 'appointment_agreements')
    .set({ signed: true, signed_at: ctx.now })
    .where('id', '=', id)
    .where('signed', '=', false)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Has the PDF of an agreement sealed without a copy to anyone, however often that is attempted. */
export async function sealQuietly(ctx: WriteCtx, id: string): Promise<void> {
  await updateMine(ctx, 'appointment_agreements')
    .set({ is_sealed_quietly: true })
    .where('id', '=', id)
    .execute();
}

/** Declares an agreement void. Returns false if it already was. */
export async function markVoid(ctx: WriteCtx, id: string, reason: string): Promise<boolean> {
  const done = await updateMine(ctx, 'appointment_agreements')
    .set({ voided_at: ctx.now, void_reason: reason })
    .where('id', '=', id)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Removes an agreement from every list and voids it if necessary. Returns false if it was already removed. */
export async function markRemoved(ctx: WriteCtx, id: string, reason: string): Promise<boolean> {
  const done = await updateMine(ctx, 'appointment_agreements')
    .set((eb) => ({
      voided_at: eb.fn.coalesce('voided_at', eb.val(ctx.now)),
      void_reason: reason,
      removed_at: ctx.now,
    }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Stores the sealed file of a signed agreement. */
export async function markSealed(
  ctx: WriteCtx,
  id: string,
  file: { id: string; sha256: string },
): Promise<void> {
  await updateMine(ctx, 'appointment_agreements')
    .set({ sealed_file_id: file.id, sealed_sha256: file.sha256, seal_problem: null })
    .where('id', '=', id)
    .where('sealed_file_id', 'is', null)
    .execute();
}

/** The mails that carry links to an appointment's agreements; each leads to what is to be signed. */
const carriers = [
  'appointment_scheduled',
  'appointment_requested',
  'appointment_rescheduled',
  'personal_link',
  'agreement_request',
];

/** The mails that carried these people's links, with their delivery status, for the certificate. */
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

/**
 * Whether this mail carried this agreement's link. Requests name one agreement; other mails lead to all of that time.
 */
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

/** A person's refusal to sign. */
export interface Decline {
  reason: string;
  at: string;
}

/** Who declined to sign, by agreement and person. Ends when the company mails that person the link again. */
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

/** The newest version of each template that is still offered. */
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

/** Names of team members, by id. */
export async function teamNames(ctx: ReadCtx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await mine(ctx, 'users')
    .where('id', 'in', [...ids])
    .select(['id', 'first_name', 'last_name'])
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
}
