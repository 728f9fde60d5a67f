import { readFileSync } from 'node:fs';
import sharp from 'sharp';

/** Encodes a JPEG of 60 × 40 px with a red left half, a blue right half, and the given EXIF, as sharp takes it. */
export function cameraJpeg(exif: Record<string, Record<string, string>> = {}): Promise<Buffer> {
  return redAndBlue().jpeg({ quality: 95 }).withExif(exif).toBuffer();
}

/** The same picture as a camera stores it that was held in one of four ways: turned, with the tag that turns it back. */
export function turnedJpeg(orientation: 1 | 3 | 6 | 8): Promise<Buffer> {
  const degrees = { 1: 0, 3: 180, 6: 270, 8: 90 }[orientation];
  return redAndBlue().rotate(degrees).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
}

function redAndBlue() {
  const [width, height] = [60, 40];
  const pixels = Buffer.alloc(width * height * 3);
  for (let n = 0; n < width * height; n += 1) pixels[n * 3 + (n % width < width / 2 ? 0 : 2)] = 220;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A HEIC picture as a phone stores one: landscape, red on the left. */
export function landscapeHeic(): Buffer {
  return readFileSync(new URL('./samples/tiny.heic', import.meta.url));
}

/**
 * The same picture taken in portrait: the container says that it is turned by a quarter to the left (`irot`), so that the
 * red side is at the bottom.
 */
export function portraitHeic(): Buffer {
  const turn = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), 1]);
  const bytes = landscapeHeic();
  const at = (name: string) => bytes.indexOf(name, 0, 'latin1') - 4;
  const grow = (position: number, by: number) =>
    bytes.writeUInt32BE(bytes.readUInt32BE(position) + by, position);
  const [meta, iprp, ipco, ipma, iloc] = ['meta', 'iprp', 'ipco', 'ipma', 'iloc'].map(at) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const endOfProperties = ipco + bytes.readUInt32BE(ipco);
  const endOfUses = ipma + bytes.readUInt32BE(ipma);
  // The picture's data moves back by what is added before it.
  const start = bytes.indexOf(Buffer.from([0, 0, 1, 0xd1]), iloc);
  grow(start, turn.length + 1);
  grow(meta, turn.length + 1);
  grow(iprp, turn.length + 1);
  grow(ipco, turn.length);
  grow(ipma, 1);
  // The last item is the whole picture: its list of properties ends the box, and gets the fifth one, which is essential.
  const countOfUses = endOfUses - 3;
  bytes.writeUInt8(bytes.readUInt8(countOfUses) + 1, countOfUses);
  return Buffer.concat([
    bytes.subarray(0, endOfProperties),
    turn,
    bytes.subarray(endOfProperties, endOfUses),
    Buffer.from([0x85]),
    bytes.subarray(endOfUses),
  ]);
}
