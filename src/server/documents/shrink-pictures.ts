import sharp from 'sharp';
import type { Picture } from './pictures.ts';

/** The size of all pictures together. */
export function bytesOf(pictures: ReadonlyMap<string, Picture>): number {
  return [...pictures.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

/** Smaller steps would leave marks of compression; pictures of this many pixels a side still show what is meant. */
const smallestSide = 400;

/**
 * Returns the pictures, smaller where they would exceed `maxBytes` together: each that is larger than its share loses
 * pixels, and all keep their proportions.
 */
export async function shrunkPictures(
  pictures: Map<string, Picture>,
  maxBytes: number,
): Promise<Map<string, Picture>> {
  const total = bytesOf(pictures);
  if (total <= maxBytes) return pictures;
  const share = maxBytes / pictures.size;
  const shrunk = new Map<string, Picture>();
  for (const [id, picture] of pictures)
    shrunk.set(id, picture.bytes.byteLength <= share ? picture : await smaller(picture, share));
  return shrunk;
}

async function smaller(picture: Picture, maxBytes: number): Promise<Picture> {
  const { bytes, extension, w, h, isGrey } = picture;
  if (extension !== 'jpg') return picture;
  const longest = Math.max(w, h);
  // The bytes of a JPEG grow a little slower than its pixels.
  const side = Math.max(smallestSide, Math.floor(longest * Math.sqrt((maxBytes / bytes.byteLength) * 0.9)));
  if (side >= longest) return picture;
  try {
    const { data, info } = await sharp(bytes)
      .resize({ width: side, height: side, fit: 'inside' })
      .jpeg({ quality: 76 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, extension, w: info.width, h: info.height, isGrey: isGrey || info.channels < 3 };
  } catch {
    // Damaged: the compiler decides.
    return picture;
  }
}
