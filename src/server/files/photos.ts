import exifr from 'exifr';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { type CameraTime, cameraTimeTags, readCameraTime } from '#domain/reports/photo-time.ts';
import { AppError, badInput } from '#wire/errors.ts';
import { requestOnce, startChild } from '../documents/child.ts';
import { sha256Hex } from '../ids.ts';

// One thread per image: two images at once keep two cores busy, and more threads only use more memory.
sharp.concurrency(1);

export const maxPictureBytes = 5_242_880;
const maxPhotoBytes = 25 * 1024 * 1024;
const largestPixels = 60e6;
const largestHeicPixels = 50e6;
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const photoTypes = [...pictureTypes, 'image/heic'] as const;

/** One encoded version of an image. */
export interface Rendition {
  readonly bytes: Buffer;
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

export interface ProcessedPhoto {
  /** At most 1600 px, for the viewer. JPEG. */
  readonly large: Rendition;
  /** At most 800 px, for pages and PDFs. JPEG. */
  readonly medium: Rendition;
  /** At most 320 px, for lists. WebP. */
  readonly thumb: Rendition;
  /** Hash of the original bytes. */
  readonly sha256: string;
  readonly originalType: string;
  /** The time of the shot, if the camera recorded one. */
  readonly camera: CameraTime | null;
}

/**
 * Converts a report photo (at most 25 MB and 60 megapixels; png, jpeg, gif, webp, heic by content) to three sizes,
 * rotated upright and without EXIF and position. Throws PAYLOAD_TOO_LARGE, UNSUPPORTED_FILE, or BAD_USER_INPUT when it
 * is damaged.
 */
export async function processPhoto(bytes: Uint8Array): Promise<ProcessedPhoto> {
  const type = await acceptedType(bytes, photoTypes, maxPhotoBytes);
  return inTurn(async () => {
    const camera = await cameraTimeOf(bytes);
    const whole = await withEndMarker(bytes, type);
    const upright = await readable(() => uprightPixels(whole, type, 1600));
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
    return { large, medium, thumb, sha256: sha256Hex(bytes), originalType: type, camera };
  });
}

/**
 * Converts a profile picture (at most 5 MB; png, jpeg, gif, webp) to its center square, at most 600 px, JPEG on white.
 */
export async function processProfilePicture(bytes: Uint8Array): Promise<Rendition> {
  const type = await acceptedType(bytes, pictureTypes, maxPictureBytes);
  return inTurn(async () => {
    const { data, info } = await readable(async () =>
      uprightPixels(await withEndMarker(bytes, type), type, 1600),
    );
    const side = Math.min(600, info.width, info.height);
    const square = sharp(data, { raw: info }).resize({ width: side, height: side, fit: 'cover' });
    return rendition(square.jpeg({ quality: 84 }), 'image/jpeg');
  });
}

/**
 * Converts a company's logo (at most 5 MB; png, jpeg, gif, webp) to PNG of at most 1000 × 400 px, with transparency.
 */
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
 * Converts an image attached as a document (at most 25 MB and 60 megapixels; png, jpeg, gif, webp): upright, without
 * EXIF and position, at most 4000 px. PNG, GIF (its first frame, as PNG) and WebP keep their transparency.
 */
export async function processAttachedPicture(bytes: Uint8Array): Promise<Rendition> {
  const type = await acceptedType(bytes, pictureTypes, maxPhotoBytes);
  return inTurn(() =>
    readable(async () => {
      const picture = opened(await withEndMarker(bytes, type))
        .autoOrient()
        .toColourspace('srgb');
      const small = picture.resize({ width: 4000, height: 4000, fit: 'inside', withoutEnlargement: true });
      if (type === 'image/png' || type === 'image/gif') return rendition(small.png(), 'image/png');
      if (type === 'image/webp') return rendition(small.webp({ quality: 86 }), 'image/webp');
      return rendition(small.jpeg({ quality: 86 }), 'image/jpeg');
    }),
  );
}

/** Checks size, type and pixel count without decoding the image, and returns its type by content. */
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

/**
 * Decodes to upright sRGB pixels on white, at most `side` px. Encoders start from these, so no original metadata
 * survives.
 */
async function uprightPixels(bytes: Uint8Array, type: string, side: number) {
  const source = type === 'image/heic' ? await heicPixels(bytes) : opened(bytes).autoOrient();
  return source
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/**
 * Returns a JPEG that lacks only its end marker - the last two bytes are lost on some transfers - with it, and every other
 * picture as it is. With the marker the decoder warns exactly if a part of the picture itself is missing.
 */
async function withEndMarker(bytes: Uint8Array, type: string): Promise<Uint8Array> {
  if (type !== 'image/jpeg' || (bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9)) return bytes;
  const ended = Buffer.concat([bytes, Buffer.from([0xff, 0xd9])]);
  return (
    sharp(ended, { failOn: 'warning', limitInputPixels: largestPixels })
      // At full size: shrinking while loading skips what may be damaged.
      .jpeg({ quality: 1 })
      .toBuffer()
      .then(
        () => ended,
        () => bytes,
      )
  );
}

/**
 * libheif uses 400 MB for a 12-megapixel image and cannot be stopped, so it runs in a child. It rotates images itself.
 */
async function heicPixels(bytes: Uint8Array): Promise<Sharp> {
  const child = await startChild('heic', []);
  const { data, width, height } = await requestOnce<{ data: Uint8Array; width: number; height: number }>(
    child,
    bytes,
    30_000,
  );
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** Encodes an image. */
export async function rendition(image: Sharp, type: Rendition['type']): Promise<Rendition> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, type, width: info.width, height: info.height, sha256: sha256Hex(data) };
}

/** Replaces any decoder error for a broken image by one message that the user sees below the field. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw badInput({ file: 'The image is damaged and can’t be read. Choose another one.' });
  }
}

async function cameraTimeOf(bytes: Uint8Array): Promise<CameraTime | null> {
  const wanted = { pick: [...cameraTimeTags], reviveValues: false };
  const exif = await exifr.parse(bytes, wanted).catch(() => null);
  return exif ? readCameraTime(exif) : null;
}

const atOnce = 2;
let working = 0;
const waiting: (() => void)[] = [];

/** Works on at most two images at a time: more would only use more memory. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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
