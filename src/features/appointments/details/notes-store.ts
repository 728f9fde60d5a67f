import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { notFound } from '#wire/errors.ts';
import type { NoteRow } from '../rows.ts';

/** Adds a note as the signed-in user and returns its id. */
export async function insertNote(ctx: WriteCtx, appointmentId: string, text: string): Promise<string> {
  const id = newId();
  const created_by = ctx.requireUser().userId;
  const row = { appointment_id: appointmentId, id, text, created_by, created_at: ctx.now };
  await insertMine(ctx, 'internal_notes', row).execute();
  return id;
}

/** Counts the notes of an appointment. */
export async function countNotes(ctx: WriteCtx, appointmentId: string): Promise<number> {
  const { total } = await mine(ctx, 'internal_notes')
    .where('appointment_id', '=', appointmentId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Changes the text of a note and marks it as edited. */
export async function editNote(ctx: WriteCtx, id: string, text: string): Promise<void> {
  await updateMine(ctx, 'internal_notes').set({ text, is_edited: true }).where('id', '=', id).execute();
}

/** Deletes a note. */
export async function deleteNote(ctx: WriteCtx, id: string): Promise<void> {
  await deleteMine(ctx, 'internal_notes').where('id', '=', id).execute();
}

/** Returns a note of an appointment with its author's name; throws NOT_FOUND. */
export async function noteById(ctx: ReadCtx | WriteCtx, appointmentId: string, id: string): Promise<NoteRow> {
  const row = await mine(ctx, 'internal_notes')
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'internal_notes.subscriber_id')
        .onRef('users.id', '=', 'internal_notes.created_by'),
    )
    .where('internal_notes.appointment_id', '=', appointmentId)
    .where('internal_notes.id', '=', id)
    .select([
      'internal_notes.id',
      'internal_notes.text',
      'internal_notes.is_edited',
      'internal_notes.created_by',
      'internal_notes.created_at',
      'users.first_name',
      'users.last_name',
    ])
    .executeTakeFirst();
  if (!row) throw notFound();
  return { ...row, author: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() };
}
