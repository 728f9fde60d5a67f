import type { InsertObject } from 'kysely';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import type { DB } from '#server/db/tables.ts';

function rowsOf(ctx: ReadCtx | WriteCtx) {
  return mine(ctx, 'appointment_attachments')
    .innerJoin('stored_files as f', (on) =>
      on
        .onRef('f.subscriber_id', '=', 'appointment_attachments.subscriber_id')
        .onRef('f.id', '=', 'appointment_attachments.file_id'),
    )
    .select([
      'appointment_attachments.id',
      'appointment_attachments.name',
      'appointment_attachments.as_report',
      'appointment_attachments.visible_to_client',
      'appointment_attachments.created_at',
      'f.bytes',
      'f.type',
      'f.storage_key',
      'f.sha256',
    ]);
}

/** Returns the attachments of an appointment with their files, oldest first. */
export function attachmentsOf(ctx: ReadCtx, appointmentId: string) {
  return rowsOf(ctx)
    .where('appointment_attachments.appointment_id', '=', appointmentId)
    .orderBy('appointment_attachments.id')
    .execute();
}

/** Returns an attachment of an appointment with its file, if it exists. */
export function attachmentById(ctx: ReadCtx | WriteCtx, appointmentId: string, id: string) {
  return rowsOf(ctx)
    .where('appointment_attachments.appointment_id', '=', appointmentId)
    .where('appointment_attachments.id', '=', id)
    .executeTakeFirst();
}

/** Returns how many attachments an appointment has. */
export async function countAttachments(ctx: WriteCtx, appointmentId: string): Promise<number> {
  const { total } = await mine(ctx, 'appointment_attachments')
    .where('appointment_id', '=', appointmentId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

type NewAttachment = Omit<InsertObject<DB, 'appointment_attachments'>, 'subscriber_id'>;

/** Adds an attachment; its file exists already. */
export async function insertAttachment(ctx: WriteCtx, row: NewAttachment): Promise<void> {
  await insertMine(ctx, 'appointment_attachments', row).execute();
}

/** Changes the name or the visibility of an attachment. */
export async function updateAttachment(
  ctx: WriteCtx,
  appointmentId: string,
  id: string,
  values: { name?: string; as_report?: boolean; visible_to_client?: boolean },
): Promise<void> {
  await updateMine(ctx, 'appointment_attachments')
    .set(values)
    .where('appointment_id', '=', appointmentId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an attachment; its file is up to the caller. */
export async function deleteAttachment(ctx: WriteCtx, appointmentId: string, id: string): Promise<void> {
  await deleteMine(ctx, 'appointment_attachments')
    .where('appointment_id', '=', appointmentId)
    .where('id', '=', id)
    .execute();
}
