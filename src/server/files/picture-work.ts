import exifr from 'exifr';
import sharp, { type Sharp } from 'sharp';
import { type CameraTime, cameraTimeTags, readCameraTime } from '#domain/reports/photos/photo-time.ts';
import { requestOnce, startChild } from '../documents/child.ts';
import { drawOnPixels } from './draw-on-pixels.ts';
import { largestPixels, type Rendition, rendition } from './encode-picture.ts';
import type { PictureRequest, PictureWork } from './photos.ts';

// One thread per image: more would only use more memory.
sharp.concurrency(1);

/** Does what photos.ts asks for. Runs in the child of pictures, so that decoding takes no time from requests. */
export async function workOnPicture(request: PictureRequest): Promise<unknown> {
  if (request.work === 'draw') return drawOnPixels(request.bytes, request.look);
  const bytes = await withEndMarker(request.bytes, request.type);
  switch (request.work) {
    case 'photo':
      return photo(bytes, request.type);
    case 'square':
      return square(bytes, request.type);
    case 'logo':
      return logo(bytes);
    case 'attachment':
      return attachment(bytes, request.type);
  }
}

async function photo(bytes: Uint8Array, type: string): Promise<PictureWork['photo']> {
  const camera = await cameraTimeOf(bytes);
  const upright = await uprightPixels(bytes, type, 1600);
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
  return { large, medium, thumb, camera };
}

async function square(bytes: Uint8Array, type: string): Promise<Rendition> {
  const { data, info } = await uprightPixels(bytes, type, 1600);
  const side = Math.min(600, info.width, info.height);
  const cut = sharp(data, { raw: info }).resize({ width: side, height: side, fit: 'cover' });
  return rendition(cut.jpeg({ quality: 84 }), 'image/jpeg');
}

function logo(bytes: Uint8Array): Promise<Rendition> {
  const whole = opened(bytes).autoOrient().toColourspace('srgb');
  return rendition(
    whole.resize({ width: 1000, height: 400, fit: 'inside', withoutEnlargement: true }).png(),
    'image/png',
  );
}

function attachment(bytes: Uint8Array, type: string): Promise<Rendition> {
  const small = opened(bytes)
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: 4000, height: 4000, fit: 'inside', withoutEnlargement: true });
  if (type === 'image/png' || type === 'image/gif') return rendition(small.png(), 'image/png');
  if (type === 'image/webp') return rendition(small.webp({ quality: 86 }), 'image/webp');
  return rendition(small.jpeg({ quality: 86 }), 'image/jpeg');
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

async function cameraTimeOf(bytes: Uint8Array): Promise<CameraTime | null> {
  const wanted = { pick: [...cameraTimeTags], reviveValues: false };
  const exif = await exifr.parse(bytes, wanted).catch(() => null);
  return exif ? readCameraTime(exif) : null;
}
