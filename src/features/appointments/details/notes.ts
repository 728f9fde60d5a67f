import type { WriteCtx } from '#server/context.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { assertCanEditAppointment } from '../assert-can-edit.ts';
import type * as contract from '../contract.ts';
import { lockAppointment } from '../lock-appointment.ts';
import { presentNote } from '../present.ts';
import * as store from './notes-store.ts';

/** All are returned with their appointment. */
const mostNotes = 200;

type Note = HandlerOutput<typeof contract.addNote>;

/** Adds an internal note as the signed-in user. */
export async function addNote(ctx: WriteCtx, input: HandlerInput<typeof contract.addNote>): Promise<Note> {
  await assertCanEditAppointment(ctx, input.id);
  // Serializes concurrent notes: otherwise two of them could both be counted as the last one allowed.
  await lockAppointment(ctx, input.id);
  if ((await store.countNotes(ctx, input.id)) >= mostNotes)
    throw badInput({ text: 'This appointment has too many notes. Remove one first.' });
  const id = await store.insertNote(ctx, input.id, input.text);
  await ctx.emit({ type: 'appointment.changed', appointment_id: input.id, fields: ['internal_notes'] });
  return presentNote(await store.noteById(ctx, input.id, id));
}

/** Changes a note and marks it as edited. Only its author may. */
export async function changeNote(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.changeNote>,
): Promise<Note> {
  await assertCanEditAppointment(ctx, input.id);
  const note = await store.noteById(ctx, input.id, input.noteId);
  if (note.created_by !== ctx.requireUser().userId) throw onlyAuthor();
  await store.editNote(ctx, note.id, input.text);
  return presentNote(await store.noteById(ctx, input.id, note.id));
}

/** Removes a note. Only its author and company administrators may. */
export async function removeNote(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.removeNote>,
): Promise<null> {
  await assertCanEditAppointment(ctx, input.id);
  const note = await store.noteById(ctx, input.id, input.noteId);
  if (note.created_by !== ctx.requireUser().userId) ctx.requireCapability('full_company_admin');
  await store.deleteNote(ctx, note.id);
  return null;
}

function onlyAuthor(): AppError {
  return new AppError('FORBIDDEN', 'Only the author can change this note');
}
