import { z } from 'zod/mini';
import { asFilename, id, instant, queryBool } from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';

/** Maximum attachment size (decisions X-10). */
export const maxAttachmentBytes = 25 * 1024 * 1024;
/** Maximum number of attachments per appointment; more than this belong in a report or a shared folder. */
export const maxAttachments = 100;
/** Allowed file types: MIME types as browsers report them, and extensions for browsers that report none. */
export const allowedAttachmentTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'text/plain',
  '.pdf',
  '.doc',
  '.docx',
  '.xls',
  '.xlsx',
  '.csv',
  '.txt',
] as const;

const name = z.string().check(asFilename, z.maxLength(200, 'At most 200 characters'));

/** A document attached to an appointment. */
const attachment = z.object({
  id,
  name: z.string(),
  /** Listed with the reports that clients see. */
  as_report: z.boolean(),
  /** Shown to clients and agents on their page. */
  visible_to_client: z.boolean(),
  bytes: z.number(),
  type: z.string(),
  created_at: instant,
});

export type Attachment = z.infer<typeof attachment>;

const path = '/v2/appointments/{id}/attachments' as const;

export const listAttachments = read(`GET ${path}`, {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Lists the documents of an appointment, oldest first.',
  input: z.object({ id }),
  output: z.array(attachment),
  invalidates: ['appointments'],
});

export const addAttachment = action(`POST ${path}`, {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Attaches a document of up to 25 MB: pdf, doc(x), xls(x), csv, txt or an image. The type is detected from the content; location data is removed from images.',
  form: { maxBytes: maxAttachmentBytes },
  input: z.object({
    id,
    file: z.instanceof(File, { error: 'Choose a file' }),
    /** Defaults to the file's own name. */
    name: z.optional(name),
    as_report: z.optional(queryBool),
    visible_to_client: z.optional(queryBool),
  }),
  output: attachment,
  invalidates: ['appointments'],
});

export const changeAttachment = write(`PUT ${path}/{attId}`, {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Renames a document or changes its visibility.',
  input: z.object({
    id,
    attId: id,
    name: z.optional(name.check(z.minLength(1, 'Name is required'))),
    as_report: z.optional(z.boolean()),
    visible_to_client: z.optional(z.boolean()),
  }),
  output: attachment,
  invalidates: ['appointments'],
});

export const removeAttachment = action(`DELETE ${path}/{attId}`, {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Deletes a document permanently.',
  input: z.object({ id, attId: id }),
  output: z.null(),
  invalidates: ['appointments'],
});

export const downloadAttachment = action(`GET ${path}/{attId}`, {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Downloads the document.',
  download: true,
  input: z.object({ id, attId: id }),
});
