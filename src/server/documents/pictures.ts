import sharp from 'sharp';
import { largestPixels } from '../files/encode-picture.ts';

/** An image ready for a document: bytes known to be accepted by the compiler, and its size in pixels. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly extension: 'jpg' | 'png';
  readonly w: number;
  readonly h: number;
  readonly isGrey: boolean;
}

/**
 * Loads images by id. Missing or damaged ones are omitted from the map: the page then says so instead of the whole
 * document failing. `decodeAll` decodes each one fully, which takes 10 ms per image and is only for the second attempt.
 */
export async function loadPictures(
  ids: readonly string[],
  load: LoadPicture,
  size: 'large' | 'medium',
  decodeAll = false,
): Promise<Map<string, Picture>> {
  const found = new Map<string, Picture>();
  const waiting = ids.map((id, place) => ({ id, place }));
  const loaded: (Picture | null)[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const bytes = await load(next.id, size);
      loaded[next.place] = bytes ? await checked(bytes, decodeAll) : null;
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  ids.forEach((id, place) => {
    const picture = loaded[place];
    if (picture) found.set(id, picture);
  });
  return found;
}

async function checked(bytes: Uint8Array, decodeAll: boolean): Promise<Picture | null> {
  const plain = decodeAll ? null : (jpegAsIs(bytes) ?? pngAsIs(bytes));
  if (plain) return plain;
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: largestPixels, pages: 1 }).autoOrient();
    const hasAlpha = (await image.metadata()).hasAlpha;
    const { data, info } = await (hasAlpha
      ? image.png()
      : image.toColourspace('srgb').jpeg({ quality: 82 })
    ).toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      extension: hasAlpha ? 'png' : 'jpg',
      w: info.width,
      h: info.height,
      isGrey: info.channels < 3,
    };
  } catch {
    return null;
  }
}

/**
 * Returns a complete JPEG without EXIF (whose orientation could rotate it), judged by its markers; null: sharp must
 * check.
 */
function jpegAsIs(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = bytes.byteLength - 2;
  if (last < 4 || view.getUint16(0) !== 0xffd8 || view.getUint16(last) !== 0xffd9) return null;
  let at = 2;
  while (at + 9 < last) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xe1 || marker === 0xda) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xc2;
    if (isFrame) {
      const h = view.getUint16(at + 5);
      const w = view.getUint16(at + 7);
      const channels = view.getUint8(at + 9);
      const isPlain = view.getUint8(at + 4) === 8 && (channels === 3 || channels === 1);
      return isPlain && w > 0 && h > 0 ? { bytes, extension: 'jpg', w, h, isGrey: channels === 1 } : null;
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function pngAsIs(bytes: Uint8Array): Picture | null {
  if (bytes.byteLength < 45 || pngStart.some((byte, n) => bytes[n] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole = view.getUint32(bytes.byteLength - 8) === 0x49454e44;
  const w = view.getUint32(16);
  const h = view.getUint32(20);
  return isWhole && w > 0 && h > 0 && w * h <= largestPixels
    ? { bytes, extension: 'png', w, h, isGrey: false }
    : null;
}
/** Loads the JPEG (or PNG) of an image named in the model: `large` is 1600 px, `medium` 800 px. Null: not available. */

export type LoadPicture = (id: string, size: 'large' | 'medium') => Promise<Uint8Array | null>;
