import sharp, { type Sharp } from 'sharp';
import { cropBox, markShapes, type Size } from '#domain/reports/photos/photo-shapes.ts';
import { rendition } from './encode-picture.ts';
import { marksSvg } from './marks-svg.ts';
import type { PhotoLook, PhotoSizes } from './photos.ts';

/** A smaller part of a photo is enlarged to this, so that its marks are as sharp as those of others. */
const leastSide = 800;

/**
 * Crops, rotates and draws marks on an upright JPEG, once for each size. The same input gives the same bytes. Runs in the
 * child of pictures.
 */
export async function drawOnPixels(
  original: Uint8Array,
  { annotations, edit }: PhotoLook,
): Promise<PhotoSizes> {
  const all = await sharp(original, { failOn: 'error' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const part = await sharp(all.data, { raw: all.info })
    .extract(cropBox(all.info, edit))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const seen = await sharp(part.data, { raw: part.info })
    .rotate(edit?.rotation ?? 0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const shapes = markShapes(annotations, all.info, edit);
  const drawn = (size: Size) => {
    const picture = sharp(seen.data, { raw: seen.info }).resize({ ...size, fit: 'fill' });
    return shapes.length === 0
      ? picture
      : picture.composite([{ input: Buffer.from(marksSvg(shapes, size)), top: 0, left: 0 }]);
  };
  const longest = Math.max(seen.info.width, seen.info.height);
  const [large, medium, thumb] = [Math.max(longest, leastSide), leastSide, 320].map((side) =>
    drawn(fitted(seen.info, side)),
  ) as [Sharp, Sharp, Sharp];
  // Full color resolution: thin red lines would otherwise get a blurred rim.
  const jpeg = { quality: 84, chromaSubsampling: '4:4:4' } as const;
  return {
    large: await rendition(large.jpeg(jpeg), 'image/jpeg'),
    medium: await rendition(medium.jpeg(jpeg), 'image/jpeg'),
    thumb: await rendition(thumb.webp({ quality: 80 }), 'image/webp'),
  };
}

function fitted({ width, height }: Size, side: number): Size {
  const scale = side / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
