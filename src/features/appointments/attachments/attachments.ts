import {
  deleteFileRows,
  insertFileRow,
  type UploadedFile,
  uploadFile,
} from '#features/files/stored-files.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import { assertCanEditAppointment, getAppointmentTechnicianIds } from '../assert-can-edit.ts';
import type * as contract from '../attachments-contract.ts';
import { type Attachment, maxAttachments } from '../attachments-contract.ts';
import { lockAppointment } from '../lock-appointment.ts';
import * as store from './store.ts';
import { validateAttachment } from './validate-attachment.ts';

const purpose = 'appointment-attachment';
const anHour = 3600;
const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Lists the documents of an appointment, oldest first. */
export async function listAttachments(ctx: ReadCtx, { id }: { id: string }): Promise<Attachment[]> {
  await getAppointmentTechnicianIds(ctx, id);
  return (await store.attachmentsOf(ctx, id)).map(onWire);
}

/** Attaches a document. Its content is validated before anything is stored. */
export async function addAttachment(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.addAttachment>,
): Promise<Attachment> {
  await ctx.read((r) => assertCanEditAppointment(r, input.id));
  const taken = await validateAttachment(
    new Uint8Array(await input.file.arrayBuffer()),
    input.file.name,
    ctx.subscriberId,
  );
  const stored = await uploadFile(ctx, taken);
  return ctx.finalTx((w) => insert(w, input, stored, input.name || taken.name));
}

async function insert(
  w: WriteCtx,
  input: HandlerInput<typeof contract.addAttachment>,
  stored: UploadedFile,
  name: string,
): Promise<Attachment> {
  await assertCanEditAppointment(w, input.id);
  await refuseTooMany(w, input.id);
  await insertFileRow(w, stored, { purpose, name });
  // The attachment shares the id of its file: they are created together and never shared.
  await store.insertAttachment(w, {
    appointment_id: input.id,
    id: stored.id,
    name,
    file_id: stored.id,
    as_report: input.as_report ?? false,
    visible_to_client: input.visible_to_client ?? false,
    created_at: w.now,
  });
  await w.emit({ type: 'attachment.added', appointment_id: input.id, attachment_id: stored.id, name });
  return byId(w, input.id, stored.id);
}

// Serializes concurrent uploads: otherwise two of them could both be counted as the last one allowed.
async function refuseTooMany(w: WriteCtx, appointmentId: string): Promise<void> {
  await lockAppointment(w, appointmentId);
  if ((await store.countAttachments(w, appointmentId)) >= maxAttachments)
    throw badInput({ file: 'This appointment has too many documents. Remove one first.' });
}

/** Renames a document or changes its visibility. */
export async function changeAttachment(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.changeAttachment>,
): Promise<Attachment> {
  await assertCanEditAppointment(ctx, input.id);
  const before = await byId(ctx, input.id, input.attId);
  const { name = before.name, as_report = before.as_report } = input;
  const { visible_to_client = before.visible_to_client } = input;
  await store.updateAttachment(ctx, input.id, input.attId, { name, as_report, visible_to_client });
  await ctx.emit({ type: 'appointment.changed', appointment_id: input.id, fields: ['attachments'] });
  return byId(ctx, input.id, input.attId);
}

/** Sets the flags of existing documents from a full appointment payload; never adds or removes documents. */
export async function setAttachmentFlags(ctx: WriteCtx, id: string, sent: unknown): Promise<void> {
  if (!Array.isArray(sent)) return;
  for (const one of sent as { id?: unknown; [field: string]: unknown }[]) {
    const set = {
      ...(typeof one?.as_report === 'boolean' ? { as_report: one.as_report } : {}),
      ...(typeof one?.visible_to_client === 'boolean' ? { visible_to_client: one.visible_to_client } : {}),
    };
    if (typeof one?.id !== 'string' || !isId.test(one.id) || Object.keys(set).length === 0) continue;
    await store.updateAttachment(ctx, id, one.id, set);
  }
}

/** Removes a document and its stored file. */
export async function removeAttachment(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.removeAttachment>,
): Promise<null> {
  const key = await ctx.tx(async (w) => {
    await assertCanEditAppointment(w, input.id);
    const { name, storage_key } = await attachmentRow(w, input.id, input.attId);
    await store.deleteAttachment(w, input.id, input.attId);
    await deleteFileRows(w, [input.attId]);
    await w.emit({ type: 'attachment.removed', appointment_id: input.id, attachment_id: input.attId, name });
    return storage_key;
  });
  await ctx.files.remove(key);
  return null;
}

/** Returns the document as a download. It is never displayed inside our own pages, whatever its type. */
export async function downloadAttachment(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.downloadAttachment>,
): Promise<Download> {
  const row = await ctx.read((r) => attachmentRow(r, input.id, input.attId));
  const file = await ctx.files.get(row.storage_key);
  if (!file) throw notFound();
  const { name: filename, type, sha256: etag } = row;
  return { filename, type, body: file.stream, bytes: file.size, etag, maxAgeSeconds: anHour };
}

async function attachmentRow(ctx: ReadCtx | WriteCtx, appointmentId: string, id: string) {
  await getAppointmentTechnicianIds(ctx, appointmentId);
  const row = await store.attachmentById(ctx, appointmentId, id);
  if (!row) throw notFound();
  return row;
}

async function byId(ctx: ReadCtx | WriteCtx, appointmentId: string, id: string): Promise<Attachment> {
  return onWire(await attachmentRow(ctx, appointmentId, id));
}

function onWire(row: Awaited<ReturnType<typeof attachmentRow>>): Attachment {
  const { storage_key: _key, sha256: _hash, ...shown } = row;
  return shown;
}
