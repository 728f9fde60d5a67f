import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import exifr from 'exifr';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import type { AppError } from '#wire/errors.ts';
import {
  closePictures,
  maxPictureBytes,
  processLogo,
  processPhoto,
  processProfilePicture,
} from './photos.ts';
import { cameraJpeg, landscapeHeic, portraitHeic, turnedJpeg } from './photos-for-tests.ts';

afterAll(closePictures);

/** Left half red, right half blue. */
function redAndBlue(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let n = 0; n < width * height; n += 1) pixels[n * 3 + (n % width < width / 2 ? 0 : 2)] = 220;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const phoneExif = {
  IFD0: { Make: 'Phone', Orientation: '6' },
  IFD2: { DateTimeOriginal: '2030:03:08 09:12:44', OffsetTimeOriginal: '-05:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '43/1 36/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '70/1 12/1 0/1',
  },
};
const phonePhoto = () =>
  redAndBlue(2000, 1000)
    .withExif(phoneExif)
    .withMetadata({ orientation: 6, exif: phoneExif })
    .jpeg()
    .toBuffer();

async function refusal(work: () => Promise<unknown>): Promise<AppError & { ms: number }> {
  const begin = performance.now();
  try {
    await work();
  } catch (error) {
    return Object.assign(error as AppError, { ms: performance.now() - begin });
  }
  throw new Error('was not refused');
}

describe('a report photo', () => {
  test('is rotated upright, loses its GPS position and keeps its capture time', async () => {
    const original = await phonePhoto();
    expect((await exifr.gps(original))?.latitude).toBeCloseTo(43.6);
    const photo = await processPhoto(original);
    expect(photo.large).toMatchObject({ width: 800, height: 1600, type: 'image/jpeg' });
    expect(photo.medium).toMatchObject({ width: 400, height: 800, type: 'image/jpeg' });
    expect(photo.thumb).toMatchObject({ width: 160, height: 320, type: 'image/webp' });
    expect(photo.camera).toEqual({ local: '2030-03-08T09:12:44', offset: '-05:00' });
    const { data } = await sharp(photo.large.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
    expect(data[data.length - 1]).toBeGreaterThan(200);
    for (const { bytes } of [photo.large, photo.medium, photo.thumb]) {
      const facts = await sharp(bytes).metadata();
      expect([facts.exif, facts.xmp, facts.icc, facts.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  test('is never enlarged and has no capture time if the camera recorded none', async () => {
    const photo = await processPhoto(await redAndBlue(300, 200).png().toBuffer());
    expect(photo.large).toMatchObject({ width: 300, height: 200 });
    expect(photo.camera).toBeNull();
  });

  test('may be HEIC, as phones produce it', async () => {
    const photo = await processPhoto(readFileSync(new URL('./samples/tiny.heic', import.meta.url)));
    expect(photo).toMatchObject({ originalType: 'image/heic', large: { width: 64, height: 48 } });
    const [red = 0, , blue = 0] = await sharp(photo.large.bytes)
      .extract({ left: 4, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red - blue).toBeGreaterThan(100);
  });

  test('is accepted without its end marker, but not without any part of the picture', async () => {
    const raw = { width: 320, height: 240, channels: 3 } as const;
    const whole = await sharp(randomBytes(320 * 240 * 3), { raw })
      .jpeg()
      .toBuffer();
    for (const cut of [1, 2]) {
      const { large } = await processPhoto(whole.subarray(0, whole.length - cut));
      expect(large.sha256).toBe((await processPhoto(whole)).large.sha256);
    }
    await expect(processPhoto(whole.subarray(0, whole.length - 20))).rejects.toThrow('damaged');
  });

  test('is rejected when truncated or damaged', async () => {
    const whole = await redAndBlue(1200, 900).jpeg().toBuffer();
    const error = await refusal(() => processPhoto(whole.subarray(0, Math.floor(whole.length * 0.6))));
    expect(error).toMatchObject({
      type: 'BAD_USER_INPUT',
      details: { file: 'The image is damaged and can’t be read. Choose another one.' },
    });
    const heic = readFileSync(new URL('./samples/tiny.heic', import.meta.url));
    expect(await refusal(() => processPhoto(heic.subarray(0, heic.length - 200)))).toMatchObject({
      type: 'BAD_USER_INPUT',
    });
  });

  test('that is also a valid script is re-encoded as a pure image', async () => {
    const gif = await redAndBlue(40, 30).gif().toBuffer();
    const polyglot = Buffer.concat([gif, Buffer.from('/*<script>alert(1)</script>*/')]);
    const photo = await processPhoto(polyglot);
    for (const { bytes } of [photo.large, photo.medium, photo.thumb])
      expect(bytes.includes('script')).toBe(false);
  });
});

describe('quickly rejects', () => {
  test('an image one byte larger than 5 MB', async () => {
    const picture = Buffer.concat([
      await redAndBlue(10, 10).png().toBuffer(),
      randomBytes(maxPictureBytes),
    ]).subarray(0, maxPictureBytes + 1);
    const error = await refusal(() => processProfilePicture(picture));
    expect(error).toMatchObject({
      type: 'PAYLOAD_TOO_LARGE',
      message: 'The image is too large, max size 5 MB',
      details: { maxBytes: 5_242_880 },
    });
    expect(error.ms).toBeLessThan(200);
  });

  test.each([
    ['a script', '#!/bin/sh\nrm -rf /\n'],
    ['an HTML page', '<!doctype html><script>alert(1)</script>'],
    [
      'an SVG with a script',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    ['a PDF', '%PDF-1.7\n1 0 obj\n'],
    ['an empty file', ''],
  ])('%s named .png', async (_what, content) => {
    const error = await refusal(() => processProfilePicture(Buffer.from(content)));
    expect(error).toMatchObject({
      type: 'UNSUPPORTED_FILE',
      message: 'File type not accepted',
      details: { allowed: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] },
    });
    expect(error.ms).toBeLessThan(200);
  });

  test('a PNG of 30,000 by 30,000 pixels', async () => {
    const bomb = hugePng(30_000);
    const error = await refusal(() => processPhoto(bomb));
    expect(error).toMatchObject({
      type: 'PAYLOAD_TOO_LARGE',
      message: 'The image has too many pixels. The limit is 60 megapixels.',
    });
    expect(error.ms).toBeLessThan(200);
    expect((await refusal(() => processLogo(bomb))).type).toBe('PAYLOAD_TOO_LARGE');
  });
});

test('a profile picture is cropped to a square of at most 600 px on white', async () => {
  const picture = await processProfilePicture(await redAndBlue(1800, 1200).png().toBuffer());
  expect(picture).toMatchObject({ width: 600, height: 600, type: 'image/jpeg' });
  const clear = await sharp({ create: { width: 90, height: 60, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const small = await processProfilePicture(clear);
  expect(small).toMatchObject({ width: 60, height: 60 });
  expect([...(await sharp(small.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
});

test('a logo keeps its transparency', async () => {
  const clear = await sharp({ create: { width: 2000, height: 300, channels: 4, background: '#0b728580' } })
    .webp()
    .toBuffer();
  const logo = await processLogo(clear);
  expect(logo).toMatchObject({ width: 1000, height: 150, type: 'image/png' });
  expect((await sharp(logo.bytes).metadata()).hasAlpha).toBe(true);
});

/** Creates a valid gray PNG with sides of that length: a small file, but a huge image. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 });
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let n = 0; n < 8; n += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** The side of the picture on which the red half is. */
async function redSide(bytes: Uint8Array): Promise<string> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    return (data[at] ?? 0) - (data[at + 2] ?? 0) > 60;
  };
  const [right, bottom] = [info.width - 5, info.height - 5];
  const sides = {
    left: isRed(4, 4) && isRed(4, bottom),
    right: isRed(right, 4) && isRed(right, bottom),
    top: isRed(4, 4) && isRed(right, 4),
    bottom: isRed(4, bottom) && isRed(right, bottom),
  };
  return Object.entries(sides)
    .filter(([, is]) => is)
    .map(([side]) => side)
    .join();
}

describe('the orientation of a photo', () => {
  test.each([1, 3, 6, 8] as const)('%i is applied to the pixels once', async (orientation) => {
    const original = await turnedJpeg(orientation);
    expect((await sharp(original).metadata()).orientation ?? 1).toBe(orientation);
    const { large } = await processPhoto(original);
    expect([large.width, large.height, await redSide(large.bytes)]).toEqual([60, 40, 'left']);
    expect((await sharp(large.bytes).metadata()).orientation ?? 1).toBe(1);
  });

  test('of a HEIC picture is that of its container, applied once', async () => {
    const { large } = await processPhoto(landscapeHeic());
    expect([large.width, large.height, await redSide(large.bytes)]).toEqual([64, 48, 'left']);
    const portrait = await processPhoto(portraitHeic());
    const { width, height, bytes } = portrait.large;
    expect([portrait.originalType, width, height, await redSide(bytes)]).toEqual([
      'image/heic',
      48,
      64,
      'bottom',
    ]);
  });

  test('of the thumbnail alone is ignored', async () => {
    const original = await cameraJpeg({ IFD1: { Orientation: '6', Compression: '6' } });
    const tags = await exifr.parse(original, {
      ifd0: {},
      ifd1: true,
      translateValues: false,
      mergeOutput: false,
    });
    expect([tags.ifd0?.Orientation, tags.ifd1?.Orientation]).toEqual([1, 6]);
    const { large } = await processPhoto(original);
    expect([large.width, large.height, await redSide(large.bytes)]).toEqual([60, 40, 'left']);
  });
});

test('a flat transparent PNG of 7000 × 7000 px becomes a small photo on white', async () => {
  const create = {
    width: 7000,
    height: 7000,
    channels: 4,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  } as const;
  const original = await sharp({ create }).png().toBuffer();
  expect(original.length).toBeLessThan(5_000_000);
  const { large } = await processPhoto(original);
  expect([large.width, large.height]).toEqual([1600, 1600]);
  const { data } = await sharp(large.bytes).resize(1, 1).raw().toBuffer({ resolveWithObject: true });
  expect([...data]).toEqual([255, 255, 255]);
});

test('pictures of different companies take turns', async () => {
  const done: string[] = [];
  const picture = await redAndBlue(600, 400).png().toBuffer();
  const send = (company: string) => processLogo(picture, company).then(() => done.push(company));
  const many = Array.from({ length: 40 }, () => send('a'));
  await many[0];
  await Promise.all([...many, send('b')]);
  // Not behind all that came before it. A busy machine takes as long as some pictures to read the size of this one.
  expect(done.indexOf('b')).toBeLessThan(30);
});
