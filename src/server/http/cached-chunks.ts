import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

const deflate = promisify(zlib.deflateRaw);
const { Z_FULL_FLUSH } = zlib.constants;

/**
 * A part of responses that is cached for the next one. It is compressed once, when a browser first requests that; a
 * gzip of several chunks is their compressed blocks one after another (`gzipChunks`).
 */
export class CachedChunk {
  readonly bytes: Uint8Array;
  #packed: Promise<Packed> | null = null;

  constructor(bytes: Uint8Array | string) {
    this.bytes = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  }

  /** Returns the chunk as deflate blocks that refer to nothing before them and end on a byte boundary. */
  packed(): Promise<Packed> {
    this.#packed ??= pack(this.bytes);
    return this.#packed;
  }
}

interface Packed {
  blocks: Uint8Array;
  length: number;
  crc: number;
  /** Factor that advances the checksum of everything before by this chunk's length. */
  shift: number;
}

/** Concatenates the chunks uncompressed. */
export function joinChunks(pieces: readonly CachedChunk[]): Buffer {
  return Buffer.concat(pieces.map((piece) => piece.bytes));
}

/** Returns the chunks as one gzip (RFC 1952) with a single member, as any other program writes it. */
export async function gzipChunks(pieces: readonly CachedChunk[]): Promise<Buffer> {
  const packed = await Promise.all(pieces.map((piece) => piece.packed()));
  const crc = packed.reduce((before, one) => (multiplied(one.shift, before) ^ one.crc) >>> 0, 0);
  const length = packed.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc, 0);
  end.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([head, ...packed.map((one) => one.blocks), lastBlock, end]);
}

/** Deflate, no name, no time, unknown operating system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The final block, stored, with no bytes. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** Shorter chunks are stored uncompressed: handing them to another thread takes longer than sending their bytes. */
const shortest = 1_000;

async function pack(bytes: Uint8Array): Promise<Packed> {
  const { length } = bytes;
  const blocks = length < shortest ? stored(bytes) : await deflate(bytes, { finishFlush: Z_FULL_FLUSH });
  return { blocks, length, crc: zlib.crc32(bytes), shift: shiftBy(length) };
}

/** Returns one block that is neither final nor compressed (RFC 1951, 3.2.4). */
function stored(bytes: Uint8Array): Uint8Array {
  const block = Buffer.alloc(5 + bytes.length);
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(bytes.length ^ 0xffff, 3);
  block.set(bytes, 5);
  return block;
}

/**
 * Multiplies two polynomials over GF(2) modulo that of CRC-32, with the highest power in the lowest bit. The checksum
 * of two concatenated texts is that of the first times x to the second's length in bits, plus that of the second (zlib,
 * crc32_combine).
 */
function multiplied(a: number, b: number): number {
  let product = 0;
  let rest = b;
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((a >>> bit) & 1) product ^= rest;
    rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return product >>> 0;
}

/** Returns x to the power of eight times `bytes`. */
function shiftBy(bytes: number): number {
  let product = 0x80000000;
  // x^8, then x^16, x^32 …
  let power = 0x00800000;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) product = multiplied(power, product);
    power = multiplied(power, power);
  }
  return product;
}
