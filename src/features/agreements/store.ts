import type { AgreementState } from '#domain/agreements.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { decodeCursor, pageFrom, pageSize } from '#wire/paging.ts';

type PageInput = { cursor?: string | undefined; perPage?: number | undefined; limit?: number | undefined };

/** Active templates, newest first; the default one is marked. */
export async function templatePage(ctx: ReadCtx, input: PageInput) {
  const perPage = pageSize(input);
  const active = mine(ctx, 'agreement_templates').where('status', '=', 1).where('deleted_at', 'is', null);
  const after = decodeCursor(input.cursor, 2);
  let query = active
    .select(['id', 'name', 'description', 'version', 'is_default', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage + 1);
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(String(after[0]), String(after[1]))),
    );
  }
  const rows = await query.execute();
  const { total } = await active
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return pageFrom(rows, perPage, (row) => [row.created_at, row.id], total);
}

/** The active templates among these ids. */
export function activeTemplates(ctx: ReadCtx, ids: readonly string[]) {
  return mine(ctx, 'agreement_templates')
    .where('id', 'in', [...ids])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'version', 'content'])
    .execute();
}

/** The agreements of an appointment that were not taken off, in order. */
export function ofAppointment(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .selectAll()
    .execute();
}

export type AgreementRow = Awaited<ReturnType<typeof ofAppointment>>[number];

/** One agreement of an appointment by its own id or its public id; undefined when it is none of this appointment. */
export function oneOf(ctx: ReadCtx, appointmentId: string, by: { id: string } | { public_id: string }) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['public_id', by.public_id] as const);
  return mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .where(column, '=', value)
    .where('removed_at', 'is', null)
    .selectAll()
    .executeTakeFirst();
}

/** As `oneOf`, held until the end of the transaction: who signs, voids or removes stands in line. */
export function oneLocked(ctx: WriteCtx, appointmentId: string, by: { id: string } | { public_id: string }) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['public_id', by.public_id] as const);
  return mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .where(column, '=', value)
    .where('removed_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
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
export async function states(
  ctx: ReadCtx,
  appointmentId: string,
): Promise<(AgreementState & { id: string })[]> {
  const rows = await ofAppointment(ctx, appointmentId);
  return rows.map((row) => ({ id: row.id, signed: row.signed, voided: row.voided_at !== null }));
}

/** Freezes the text at the first signature; a text already frozen stays as it is. */
export async function freeze(ctx: WriteCtx, id: string, content: unknown, hash: string): Promise<void> {
  await ctx.db
    .updateTable('appointment_agreements')
    .set({ real_content: JSON.stringify(content), content_hash: hash })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('real_content', 'is', null)
    .execute();
}

/** Marks an agreement signed by all who must; false when it was already. */
export async function markSigned(ctx: WriteCtx, id: string): Promise<boolean> {
  const done = await ctx.db
    .updateTable('appointment_agreements')
    .set({ signed: true, signed_at: ctx.now })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('signed', '=', false)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Declares an agreement void; `isRemoved` also takes it out of every list. False when it was void already. */
export async function markVoid(
  ctx: WriteCtx,
  id: string,
  reason: string,
  isRemoved = false,
): Promise<boolean> {
  const done = await ctx.db
    .updateTable('appointment_agreements')
    .set({ voided_at: ctx.now, void_reason: reason, ...(isRemoved ? { removed_at: ctx.now } : {}) })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('voided_at', 'is', null)
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

/** The mails that carried these people their links, once they had left: what a certificate tells of delivery. */
export async function deliveries(ctx: ReadCtx, appointmentId: string, personIds: readonly string[]) {
  if (personIds.length === 0) return [];
  return mine(ctx, 'outbound_messages')
    .where('appointment_id', '=', appointmentId)
    .where('person_id', 'in', [...personIds])
    .where('template_key', 'in', [
      'appointment_scheduled',
      'appointment_requested',
      'appointment_rescheduled',
      'personal_link',
    ])
    .where('sent_at', 'is not', null)
    .orderBy('sent_at')
    .select(['to_address', 'sent_at'])
    .execute();
}

export type Delivery = Awaited<ReturnType<typeof deliveries>>[number];
