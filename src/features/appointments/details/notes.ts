import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { assertCanEditAppointment } from '../assert-can-edit.ts';
import type * as contract from '../contract.ts';
import { presentNote } from '../present.ts';
import type { NoteRow } from '../rows.ts';

type Note = HandlerOutput<typeof contract.addNote>;

/** Adds an internal note as the signed-in user. */
export async function addNote(ctx: WriteCtx, input: HandlerInput<typeof contract.addNote>): Promise<Note> {
  await assertCanEditAppointment(ctx, input.id);
  const id = newId();
  await insertMine(ctx, 'internal_notes', {
    appointment_id: input.id,
    id,
    text: input.text,
    created_by: ctx.requireUser().userId,
    created_at: ctx.now,
  }).execute();
  await ctx.emit({ type: 'appointment.changed', appointment_id: input.id, fields: ['internal_notes'] });
  return presentNote(await noteById(ctx, input.id, id));
}

/** Changes a note and marks it as edited. Only its author may. */
export async function changeNote(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.changeNote>,
): Promise<Note> {
  await assertCanEditAppointment(ctx, input.id);
  const note = await noteById(ctx, input.id, input.noteId);
  if (note.created_by !== ctx.requireUser().userId) throw onlyAuthor();
  await updateMine(ctx, 'internal_notes')
    .set({ text: input.text, is_edited: true })
    .where('id', '=', note.id)
    .execute();
  return presentNote(await noteById(ctx, input.id, note.id));
}

/** Removes a note. Only its author and company administrators may. */
export async function removeNote(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.removeNote>,
): Promise<null> {
  await assertCanEditAppointment(ctx, input.id);
  const note = await noteById(ctx, input.id, input.noteId);
  if (note.created_by !== ctx.requireUser().userId) ctx.requireCapability('full_company_admin');
  await deleteMine(ctx, 'internal_notes').where('id', '=', note.id).execute();
  return null;
}

async function noteById(ctx: ReadCtx | WriteCtx, appointmentId: string, id: string): Promise<NoteRow> {
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

function onlyAuthor(): AppError {
  return new AppError('FORBIDDEN', 'Only the author can change this note');
}
