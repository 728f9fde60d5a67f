import { fileTypeFromBuffer } from 'file-type';
import { cleanFilename } from '#domain/text/clean.ts';
import { processAttachedPicture } from '#server/files/photos.ts';
import { AppError } from '#wire/errors.ts';
import { maxAttachmentBytes } from '../attachments-contract.ts';

/** An attachment as it is stored. */
export interface ValidatedAttachment {
  bytes: Uint8Array;
  type: string;
  name: string;
}

const word = 'application/msword';
const excel = 'application/vnd.ms-excel';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const allowed = ['application/pdf', word, docx, excel, xlsx, 'text/csv', 'text/plain', ...pictures];

/**
 * Validates a file to be attached. Its type is detected from the content, never trusted from the name, unless the
 * format is ambiguous (old Office files, plain text). Images are re-encoded to strip their GPS position.
 */
export async function validateAttachment(
  bytes: Uint8Array,
  fileName: string,
  company: string,
): Promise<ValidatedAttachment> {
  if (bytes.byteLength > maxAttachmentBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', 'The file is too large, max size 25 MB', {
      maxBytes: maxAttachmentBytes,
    });
  const name = plainName(fileName);
  const type = bytes.byteLength === 0 ? null : await typeOf(bytes, endingOf(name));
  if (!type) throw new AppError('UNSUPPORTED_FILE', 'File type not accepted', { allowed });
  if (!pictures.includes(type)) return { bytes, type, name };
  const picture = await processAttachedPicture(bytes, company);
  return { bytes: picture.bytes, type: picture.type, name: withEnding(name, picture.type) };
}

async function typeOf(bytes: Uint8Array, ending: string): Promise<string | null> {
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (found === undefined) return isText(bytes) ? (ending === 'csv' ? 'text/csv' : textType(ending)) : null;
  // All old Office files share one container format: only the file name distinguishes them.
  if (found === 'application/x-cfb') return ending === 'doc' ? word : ending === 'xls' ? excel : null;
  if (found === 'application/zip') return officeType(bytes);
  return allowed.includes(found) && !found.startsWith('text/') ? found : null;
}

const textType = (ending: string) => (ending === 'txt' || ending === 'text' ? 'text/plain' : null);

/** Detects Office files whose part order makes the sniffer report a plain zip; part names are stored uncompressed. */
function officeType(bytes: Uint8Array): string | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!all.includes('[Content_Types].xml') || all.includes('vbaProject.bin')) return null;
  return all.includes('word/document.xml') ? docx : all.includes('xl/workbook.xml') ? xlsx : null;
}

/** Text has no zero bytes and, for all the files we accept, is UTF-8 or a Latin code page. */
function isText(bytes: Uint8Array): boolean {
  const isMarkup = /^\s*<(?:!doctype|html|script|svg|\?xml)/i.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512)).toString('latin1'),
  );
  return !isMarkup && !bytes.includes(0);
}

/** Returns the name of a file, at most 200 characters, without signs that no file system takes. */
function plainName(name: string): string {
  const clean = cleanFilename(name)
    .replace(/[<>|:*?]/g, ' ')
    .trim();
  const ending = endingOf(clean);
  const stem = ending ? clean.slice(0, -ending.length - 1) : clean;
  return `${stem.slice(0, 190).trim() || 'document'}${ending ? `.${ending}` : ''}`;
}

function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

const endings: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
};

function withEnding(name: string, type: string): string {
  if (endings[type]?.test(name)) return name;
  const ending = type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
  return `${name.replace(/\.[A-Za-z0-9]{1,8}$/, '')}.${ending}`;
}
