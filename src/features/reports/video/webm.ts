import type { ReadAt } from './container.ts';

const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  scale: 0x2ad7b1,
  duration: 0x4489,
  entry: 0xae,
  kind: 0x83,
  timecode: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const;

const clusterMark = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
const mostHeadBytes = 4 * 1024 * 1024;
const windowBytes = 4 * 1024 * 1024;
const millisecond = 1_000_000;

/**
 * How long a WebM plays, in milliseconds; null when it holds no moving pictures or cannot be read. What a browser records
 * carries no length: there the last pictures tell it.
 */
export async function readWebmDuration(read: ReadAt, size: number): Promise<number | null> {
  const head = await read(0, Math.min(size, mostHeadBytes));
  const segment = elementsIn(head).find((one) => one.id === ids.segment);
  if (!segment) return null;
  const parts = elementsIn(head.subarray(segment.from, segment.to));
  const inSegment = head.subarray(segment.from);
  const content = (id: number) => {
    const part = parts.find((one) => one.id === id);
    return part ? inSegment.subarray(part.from, part.to) : null;
  };
  const tracks = content(ids.tracks);
  if (!tracks || !hasPictures(tracks)) return null;
  const info = content(ids.info) ?? Buffer.alloc(0);
  const scale = (numberOf(info, ids.scale) ?? millisecond) / millisecond;
  const told = floatOf(info, ids.duration);
  if (told !== null && Number.isFinite(told) && told > 0) return told * scale;
  const last = await lastMoment(read, size);
  return last === null ? null : Math.max(1, last * scale);
}

interface Element {
  id: number;
  from: number;
  to: number;
}

/** The elements that stand one after another in these bytes; the last may be cut off or of unknown length. */
function elementsIn(bytes: Buffer): Element[] {
  const found: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const id = idAt(bytes, at);
    const length = id && sizeAt(bytes, at + id.width);
    if (!id || !length) break;
    const from = at + id.width + length.width;
    const to = length.value === null ? bytes.length : Math.min(bytes.length, from + length.value);
    found.push({ id: id.value, from, to });
    at = length.value === null && id.value !== ids.segment ? from : to;
  }
  return found;
}

function idAt(bytes: Buffer, at: number): { value: number; width: number } | null {
  const width = Math.clz32(bytes[at] ?? 0) - 23;
  if (width > 4 || at + width > bytes.length) return null;
  return { value: bytes.readUIntBE(at, width), width };
}

function sizeAt(bytes: Buffer, at: number): { value: number | null; width: number } | null {
  const width = Math.clz32(bytes[at] ?? 0) - 23;
  if (width > 8 || at + width > bytes.length) return null;
  let value = BigInt(bytes[at] ?? 0) & ((1n << BigInt(8 - width)) - 1n);
  for (let i = 1; i < width; i += 1) value = (value << 8n) | BigInt(bytes[at + i] ?? 0);
  const isUnknown = value === (1n << BigInt(7 * width)) - 1n;
  return { value: isUnknown ? null : Number(value), width };
}

function hasPictures(tracks: Buffer): boolean {
  return elementsIn(tracks)
    .filter((one) => one.id === ids.entry)
    .some((entry) => numberOf(tracks.subarray(entry.from, entry.to), ids.kind) === 1);
}

function numberOf(bytes: Buffer, id: number): number | null {
  const found = elementsIn(bytes).find((one) => one.id === id);
  const width = found ? found.to - found.from : 0;
  return found && width >= 1 && width <= 6 ? bytes.readUIntBE(found.from, width) : null;
}

function floatOf(bytes: Buffer, id: number): number | null {
  const found = elementsIn(bytes).find((one) => one.id === id);
  if (!found) return null;
  const width = found.to - found.from;
  return width === 8 ? bytes.readDoubleBE(found.from) : width === 4 ? bytes.readFloatBE(found.from) : null;
}

/** The time of the last picture, in the file's own ticks: that of the last cluster and of the last block in it. */
async function lastMoment(read: ReadAt, size: number): Promise<number | null> {
  for (let end = size; end > 0; end -= windowBytes) {
    const start = Math.max(0, end - windowBytes);
    // A little of what was looked through already, for a mark that lies across.
    const bytes = await read(start, Math.min(size, end + clusterMark.length) - start);
    const at = bytes.lastIndexOf(clusterMark);
    const length = at < 0 ? null : sizeAt(bytes, at + clusterMark.length);
    if (!length) continue;
    const from = start + at + clusterMark.length + length.width;
    return clusterEnd(await read(from, Math.min(size - from, 2 * windowBytes)));
  }
  return null;
}

function clusterEnd(cluster: Buffer): number | null {
  const parts = elementsIn(cluster);
  const begins = numberOf(cluster, ids.timecode);
  if (begins === null) return null;
  const offsets = parts.flatMap((part) => {
    if (part.id === ids.simpleBlock) return blockOffset(cluster, part.from);
    if (part.id !== ids.blockGroup) return [];
    const group = cluster.subarray(part.from, part.to);
    const block = elementsIn(group).find((one) => one.id === ids.block);
    return block ? blockOffset(group, block.from) : [];
  });
  return begins + offsets.reduce((most, one) => Math.max(most, one), 0);
}

function blockOffset(bytes: Buffer, at: number): number[] {
  const track = sizeAt(bytes, at);
  const from = at + (track?.width ?? 0);
  return track && from + 2 <= bytes.length ? [bytes.readInt16BE(from)] : [];
}
