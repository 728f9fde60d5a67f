import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Picture } from './pictures.ts';

/**
 * The compiler decodes every photo only to learn its size, then copies its bytes into the file: 2.6 ms and 1.6 MB of
 * memory each, more than half of a report's cost. So reports are rendered with tiny marked JPEGs, and the marked
 * streams are replaced by the photos afterwards. The layout is the same, because the template is given the size of each
 * photo.
 */
export interface PlaceholderPhoto {
  readonly mark: string;
  readonly bytes: Buffer;
}

const markStart = 'gable-photo:';

/**
 * Creates the tiny JPEG that replaces a photo: equal photos get equal placeholders, different photos different ones.
 */
export async function createPlaceholderPhoto(photo: Picture): Promise<PlaceholderPhoto> {
  const mark = markStart + createHash('sha256').update(photo.bytes).digest('hex').slice(0, 40);
  const tiny = await (photo.isGrey ? tinyGrey() : tinyColour());
  const comment = Buffer.from([0xff, 0xfe, 0, mark.length + 2]);
  return {
    mark,
    bytes: Buffer.concat([tiny.subarray(0, 2), comment, Buffer.from(mark, 'latin1'), tiny.subarray(2)]),
  };
}

let colour: Promise<Buffer> | null = null;
let grey: Promise<Buffer> | null = null;
const blank = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } });
const tinyColour = () => {
  colour ??= blank().jpeg().toBuffer();
  return colour;
};
const tinyGrey = () => {
  grey ??= blank().toColourspace('b-w').jpeg().toBuffer();
  return grey;
};

/**
 * Replaces every placeholder in the PDF by its photo. Throws when the file has an unexpected structure or a placeholder
 * is missing: the caller then renders the document with the photos themselves.
 */
export function replacePlaceholderPhotos(pdf: Buffer, photos: ReadonlyMap<string, Picture>): Buffer {
  const { offsets, tableAt, trailer } = readTable(pdf);
  const order = offsets.map((offset, number) => ({ offset, number })).filter((entry) => entry.offset > 0);
  order.sort((a, b) => a.offset - b.offset);
  const parts: Buffer[] = [pdf.subarray(0, order[0]?.offset ?? tableAt)];
  const moved = new Map<number, number>();
  const placed = new Set<string>();
  let at = parts[0]?.length ?? 0;
  order.forEach(({ offset, number }, n) => {
    const original = pdf.subarray(offset, order[n + 1]?.offset ?? tableAt);
    const mark = markOf(original);
    const photo = mark === null ? undefined : photos.get(mark);
    if (mark !== null && !photo) throw new Error('a placeholder has no photo');
    if (mark !== null) placed.add(mark);
    const object = photo ? withPhoto(original, photo) : [original];
    moved.set(number, at);
    parts.push(...object);
    at += object.reduce((sum, part) => sum + part.length, 0);
  });
  if (placed.size !== photos.size) throw new Error('a photo was not placed');
  const table = offsets.map((_, number) => {
    const offset = moved.get(number);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const end = `xref\n0 ${offsets.length}\n${table.join('')}${trailer}startxref\n${at}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')]);
}

/**
 * Parses the classic cross-reference table that Typst writes: one section, from 0, 20-byte entries; index is object
 * number.
 */
function readTable(pdf: Buffer): { offsets: number[]; tableAt: number; trailer: string } {
  const tail = pdf.subarray(Math.max(0, pdf.length - 2_000)).toString('latin1');
  const tableAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
  const text = Number.isInteger(tableAt) ? pdf.subarray(tableAt).toString('latin1') : '';
  const head = /^xref\r?\n0 (\d+)\r?\n/.exec(text);
  const trailerAt = text.indexOf('trailer');
  if (!head || trailerAt < 0) throw new Error('unexpected cross-reference table');
  const count = Number(head[1]);
  const offsets: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const entry = /^(\d{10}) (\d{5}) ([nf])/.exec(
      text.slice(head[0].length + n * 20, head[0].length + n * 20 + 20),
    );
    if (!entry) throw new Error('unexpected cross-reference entry');
    offsets.push(entry[3] === 'n' ? Number(entry[1]) : 0);
  }
  return { offsets, tableAt, trailer: text.slice(trailerAt, text.lastIndexOf('startxref')) };
}

function markOf(object: Buffer): string | null {
  // Only small objects can be placeholders; fonts and pages are not searched.
  if (object.length > 4_000) return null;
  const start = object.indexOf(markStart, 0, 'latin1');
  if (start < 0 || object.indexOf('/DCTDecode', 0, 'latin1') < 0) return null;
  return object.toString('latin1', start, start + markStart.length + 40);
}

function withPhoto(object: Buffer, photo: Picture): Buffer[] {
  const streamAt = object.indexOf('stream\n', 0, 'latin1') + 'stream\n'.length;
  const endAt = object.lastIndexOf('\nendstream', undefined, 'latin1');
  const head = object
    .toString('latin1', 0, streamAt)
    .replace(/\/Length \d+/, `/Length ${photo.bytes.length}`)
    .replace(/\/Width \d+/, `/Width ${photo.w}`)
    .replace(/\/Height \d+/, `/Height ${photo.h}`);
  const bytes = Buffer.from(photo.bytes.buffer, photo.bytes.byteOffset, photo.bytes.byteLength);
  return [Buffer.from(head, 'latin1'), bytes, object.subarray(endAt)];
}
