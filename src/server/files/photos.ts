import exifr from 'exifr';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { AppError, badInput } from '#wire/errors.ts';
import { requestOnce, startChild } from '../documents/child.ts';
import { sha256Hex } from '../ids.ts';

// One thread a picture: two pictures at once keep two cores busy, and more only pile up memory.
sharp.concurrency(1);

export const maxPictureBytes = 5_242_880;
export const maxPhotoBytes = 25 * 1024 * 1024;
const largestPixels = 60e6;
const largestHeicPixels = 50e6;
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const photoTypes = [...pictureTypes, 'image/heic'] as const;

/** One encoded version of a picture. */
export interface Rendition {
  readonly bytes: Buffer;
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

export interface ProcessedPhoto {
  /** At most 1600 px: what the viewer opens. JPEG. */
  readonly large: Rendition;
  /** At most 800 px: what pages and PDFs show. JPEG. */
  readonly medium: Rendition;
  /** At most 320 px: lists. WebP. */
  readonly thumb: Rendition;
  /** Of the bytes as they came. */
  readonly sha256: string;
  readonly originalType: string;
  /** The camera's wall clock `2030-03-08T09:12:44` and, where it knew, its offset from UTC `-05:00`. */
  readonly takenAt: { readonly local: string; readonly offset: string | null } | null;
}

/**
 * A report photo (at most 25 MB and 60 megapixels; png, jpeg, gif, webp, heic by content): turned upright, without EXIF and
 * position, in three sizes. Throws PAYLOAD_TOO_LARGE, UNSUPPORTED_FILE, or BAD_USER_INPUT when it is damaged.
 */
export async function processPhoto(bytes: Uint8Array): Promise<ProcessedPhoto> {
  const type = await acceptedType(bytes, photoTypes, maxPhotoBytes);
  return inTurn(async () => {
    const takenAt = await captureTime(bytes);
    const upright = await readable(() => uprightPixels(bytes, type, 1600));
    const pixels = () => sharp(upright.data, { raw: upright.info });
    const [large, medium, thumb] = await Promise.all([
      rendition(pixels().jpeg({ quality: 80 }), 'image/jpeg'),
      rendition(
        pixels()
          .resize({ width: 800, height: 800, fit: 'inside', withoutEnlargement: true })
          .jpeg({ quality: 80 }),
        'image/jpeg',
      ),
      rendition(
        pixels()
          .resize({ width: 320, height: 320, fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 75 }),
        'image/webp',
      ),
    ]);
    return { large, medium, thumb, sha256: sha256Hex(bytes), originalType: type, takenAt };
  });
}

/** A face for a profile (at most 5 MB; png, jpeg, gif, webp): the middle square, at most 600 px, JPEG on white. */
export async function processProfilePicture(bytes: Uint8Array): Promise<Rendition> {
  const type = await acceptedType(bytes, pictureTypes, maxPictureBytes);
  return inTurn(async () => {
    const { data, info } = await readable(() => uprightPixels(bytes, type, 1600));
    const side = Math.min(600, info.width, info.height);
    const square = sharp(data, { raw: info }).resize({ width: side, height: side, fit: 'cover' });
    return rendition(square.jpeg({ quality: 84 }), 'image/jpeg');
  });
}

/** A company's logo (at most 5 MB; png, jpeg, gif, webp): at most 1000 × 400 px, transparency kept, PNG. */
export async function processLogo(bytes: Uint8Array): Promise<Rendition> {
  await acceptedType(bytes, pictureTypes, maxPictureBytes);
  return inTurn(() =>
    readable(() => {
      const logo = opened(bytes).autoOrient().toColourspace('srgb');
      return rendition(
        logo.resize({ width: 1000, height: 400, fit: 'inside', withoutEnlargement: true }).png(),
        'image/png',
      );
    }),
  );
}

/**
 * A picture attached as a document (at most 25 MB and 60 megapixels; png, jpeg, gif, webp): upright, without EXIF and
 * position, at most 4000 px. PNG, GIF (its first picture, as PNG) and WebP keep what can be seen through.
 */
export async function processAttachedPicture(bytes: Uint8Array): Promise<Rendition> {
  const type = await acceptedType(bytes, pictureTypes, maxPhotoBytes);
  return inTurn(() =>
    readable(() => {
      const picture = opened(bytes).autoOrient().toColourspace('srgb');
      const small = picture.resize({ width: 4000, height: 4000, fit: 'inside', withoutEnlargement: true });
      if (type === 'image/png' || type === 'image/gif') return rendition(small.png(), 'image/png');
      if (type === 'image/webp') return rendition(small.webp({ quality: 86 }), 'image/webp');
      return rendition(small.jpeg({ quality: 86 }), 'image/jpeg');
    }),
  );
}

/** The type by content, after size, type and pixels were found acceptable; nothing is decoded for it. */
async function acceptedType(
  bytes: Uint8Array,
  allowed: readonly string[],
  maxBytes: number,
): Promise<string> {
  if (bytes.byteLength > maxBytes) {
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `The image is too large, max size ${Math.round(maxBytes / 1024 / 1024)} MB`,
      { maxBytes },
    );
  }
  const found = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!allowed.includes(found)) throw new AppError('UNSUPPORTED_FILE', 'File type not accepted', { allowed });
  const { width, height } = await readable(() =>
    sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata(),
  );
  const maxPixels = found === 'image/heic' ? largestHeicPixels : largestPixels;
  if (width * height > maxPixels) {
    const message = `The image has too many pixels. The limit is ${maxPixels / 1e6} megapixels.`;
    throw new AppError('PAYLOAD_TOO_LARGE', message, { maxBytes, maxPixels });
  }
  return found;
}

function opened(bytes: Uint8Array): Sharp {
  return sharp(bytes, { failOn: 'error', limitInputPixels: largestPixels, pages: 1 }).timeout({
    seconds: 20,
  });
}

/** Upright sRGB pixels on white, at most `side` px. Encoders start from them, so that nothing of the file itself survives. */
async function uprightPixels(bytes: Uint8Array, type: string, side: number) {
  const source = type === 'image/heic' ? await heicPixels(bytes) : opened(bytes).autoOrient();
  return source
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** libheif holds 400 MB for a 12-megapixel picture and cannot be stopped, so it works in a child. It turns pictures itself. */
async function heicPixels(bytes: Uint8Array): Promise<Sharp> {
  const child = await startChild('heic', []);
  const { data, width, height } = await requestOnce<{ data: Uint8Array; width: number; height: number }>(
    child,
    bytes,
    30_000,
  );
  return sharp(data, { raw: { width, height, channels: 4 } });
}

async function rendition(image: Sharp, type: Rendition['type']): Promise<Rendition> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, type, width: info.width, height: info.height, sha256: sha256Hex(data) };
}

/** Whatever a decoder says about a broken picture, a person reads one sentence under the field. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw badInput({ file: 'The image is damaged and can’t be read. Choose another one.' });
  }
}

async function captureTime(bytes: Uint8Array): Promise<ProcessedPhoto['takenAt']> {
  const wanted = { pick: ['DateTimeOriginal', 'OffsetTimeOriginal'], reviveValues: false };
  const exif = await exifr.parse(bytes, wanted).catch(() => null);
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(String(exif?.DateTimeOriginal ?? ''));
  if (!parts || parts[1] === '0000') return null;
  // No place on earth is further from UTC: what is, was made up, and counts as not told.
  const offset = /^[+-](0\d|1[0-4]):[0-5]\d$/.exec(String(exif?.OffsetTimeOriginal ?? ''))?.[0] ?? null;
  return { local: `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}`, offset };
}

/** Two pictures at a time: more would only hold more memory. */
const atOnce = 2;
let working = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}
