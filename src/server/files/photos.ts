import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { PhotoEdit, PhotoMark } from '#domain/reports/photos/photo-marks.ts';
import type { CameraTime } from '#domain/reports/photos/photo-time.ts';
import { AppError, badInput } from '#wire/errors.ts';
import { ChildTaskError, lowerPriority, privateFolder, startChild } from '../documents/child.ts';
import { withSecondAttempt } from '../documents/document-problem.ts';
import { createResidentChild } from '../documents/resident-child.ts';
import { sha256Hex } from '../ids.ts';
import { largestPixels, type Rendition } from './encode-picture.ts';
import { fontSettings } from './fonts-of-pictures.ts';
import { pictureProblem } from './picture-problem.ts';

export const maxPictureBytes = 5_242_880;
const maxPhotoBytes = 25 * 1024 * 1024;
const largestHeicPixels = 50e6;
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const photoTypes = [...pictureTypes, 'image/heic'] as const;

export interface PhotoSizes {
  /** At most 1600 px, for the viewer. JPEG. */
  readonly large: Rendition;
  /** At most 800 px, for pages and PDFs. JPEG. */
  readonly medium: Rendition;
  /** At most 320 px, for lists. WebP. */
  readonly thumb: Rendition;
}

export interface ProcessedPhoto extends PhotoSizes {
  /** Hash of the original bytes. */
  readonly sha256: string;
  readonly originalType: string;
  /** The time of the shot, if the camera recorded one. */
  readonly camera: CameraTime | null;
}

/** What readers get of a photo instead of the original. */
export interface PhotoLook {
  readonly annotations: readonly PhotoMark[];
  readonly edit: PhotoEdit | null;
}

/** What the child of pictures is asked to do, and what it answers to each. */
export interface PictureWork {
  photo: PhotoSizes & Pick<ProcessedPhoto, 'camera'>;
  square: Rendition;
  logo: Rendition;
  attachment: Rendition;
  draw: PhotoSizes;
}

export type PictureRequest = { readonly bytes: Uint8Array } & (
  | { readonly work: Exclude<keyof PictureWork, 'draw'>; readonly type: string }
  | { readonly work: 'draw'; readonly look: PhotoLook }
);

/**
 * Converts a report photo (at most 25 MB and 60 megapixels; png, jpeg, gif, webp, heic by content) to three sizes,
 * rotated upright and without EXIF and position. Throws PAYLOAD_TOO_LARGE, UNSUPPORTED_FILE, or BAD_USER_INPUT when it
 * is damaged.
 */
export async function processPhoto(bytes: Uint8Array, company = ''): Promise<ProcessedPhoto> {
  const type = await acceptedType(bytes, photoTypes, maxPhotoBytes);
  const made = await uploaded('photo', bytes, type, company);
  return { ...made, sha256: sha256Hex(bytes), originalType: type };
}

/**
 * Converts a profile picture (at most 5 MB; png, jpeg, gif, webp) to its center square, at most 600 px, JPEG on white.
 */
export async function processProfilePicture(bytes: Uint8Array, company = ''): Promise<Rendition> {
  const type = await acceptedType(bytes, pictureTypes, maxPictureBytes);
  return uploaded('square', bytes, type, company);
}

/**
 * Converts a company's logo (at most 5 MB; png, jpeg, gif, webp) to PNG of at most 1000 × 400 px, with transparency.
 */
export async function processLogo(bytes: Uint8Array, company = ''): Promise<Rendition> {
  const type = await acceptedType(bytes, pictureTypes, maxPictureBytes);
  return uploaded('logo', bytes, type, company);
}

/**
 * Converts an image attached as a document (at most 25 MB and 60 megapixels; png, jpeg, gif, webp): upright, without
 * EXIF and position, at most 4000 px. PNG, GIF (its first frame, as PNG) and WebP keep their transparency.
 */
export async function processAttachedPicture(bytes: Uint8Array, company = ''): Promise<Rendition> {
  const type = await acceptedType(bytes, pictureTypes, maxPhotoBytes);
  return uploaded('attachment', bytes, type, company);
}

/**
 * Returns the picture that readers get of a photo: cropped, rotated and with its marks in it, drawn separately for each of the
 * three sizes so that they are sharp in all of them. `bytes` is the stored upright JPEG. The same input gives the same
 * bytes.
 */
export function drawOnPhoto(bytes: Uint8Array, look: PhotoLook, company = ''): Promise<PhotoSizes> {
  return ask(company, { work: 'draw', bytes, look });
}

/** Replaces any decoder error for a broken image by one message that the user sees below the field. */
async function uploaded<W extends 'photo' | 'square' | 'logo' | 'attachment'>(
  work: W,
  bytes: Uint8Array,
  type: string,
  company: string,
): Promise<PictureWork[W]> {
  try {
    return await ask<PictureWork[W]>(company, { work, bytes, type });
  } catch (error) {
    throw error instanceof ChildTaskError ? damaged() : error;
  }
}

async function ask<A>(company: string, request: PictureRequest): Promise<A> {
  try {
    const { made } = await withSecondAttempt(() =>
      pictures.ask<{ made: A; memory: number }>(company, request),
    );
    return made;
  } catch (error) {
    throw pictureProblem(error);
  }
}

/**
 * Pictures are made one at a time in a process of low priority, companies in turn: two hundred photos of one take no
 * processor from the requests of the others.
 */
const pictures = createResidentChild({
  deadlineMs: 60_000,
  largestMemory: 500 * 1024 * 1024,
  mostWaiting: 100,
  idleMs: 60_000,
  async start() {
    const folder = await privateFolder('pictures');
    const fonts = join(folder, 'fonts.conf');
    await writeFile(fonts, fontSettings(join(folder, 'cache')));
    const child = await startChild('pictures', [folder], { FONTCONFIG_FILE: fonts });
    lowerPriority(child.process, picturePriority);
    return { ...child, clearUp: () => rm(folder, { recursive: true, force: true }) };
  },
});

/** Between requests and documents: a third of the processor time of a request, since someone waits for the upload. */
const picturePriority = 5;

/** Stops the child when its queue is done; later pictures start a new one. */
export const closePictures = (): Promise<void> => pictures.close();

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
  const { width, height } = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
      throw damaged();
    });
  const maxPixels = found === 'image/heic' ? largestHeicPixels : largestPixels;
  if (width * height > maxPixels) {
    const message = `The image has too many pixels. The limit is ${maxPixels / 1e6} megapixels.`;
    throw new AppError('PAYLOAD_TOO_LARGE', message, { maxBytes, maxPixels });
  }
  return found;
}

function damaged(): AppError {
  return badInput({ file: 'The image is damaged and can’t be read. Choose another one.' });
}
