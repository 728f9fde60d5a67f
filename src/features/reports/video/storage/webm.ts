import type { Length, ReadAt } from './byte-reader.ts';

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
/** The maximum length of an element's id and size. */
const mostPrefix = 12;
const stepBytes = 256 * 1024;
const mostMarks = 4;
const millisecond = 1_000_000;
// Per file; three minutes need a fraction of it.
const mostElements = 50_000;

/** How many elements may still be read: a file that exceeds it was made to be expensive to read. */
interface Patience {
  left: number;
}

/**
 * Reads the duration of a WebM; null if it has no video track or cannot be read. Recordings of browsers have no
 * duration: there, the last frames determine it.
 */
export async function readWebmDuration(read: ReadAt, size: number): Promise<Length> {
  const patience = { left: mostElements };
  const duration = await durationOf(read, size, patience);
  if (patience.left <= 0 || duration === null) return null;
  const isWhole = await endsWhole(read, size, patience);
  if (patience.left <= 0) return null;
  return isWhole ? duration : 'cut';
}

/** Whether the sizes of the segment, of the last cluster and of what follows lead exactly to the end of the file. */
async function endsWhole(read: ReadAt, size: number, patience: Patience): Promise<boolean> {
  const head = await read(0, Math.min(size, mostHeadBytes));
  const [start] = elementsIn(head, patience);
  const at = start?.to ?? 0;
  const id = idAt(head, at);
  const length = id && sizeAt(head, at + id.width);
  if (id?.value !== ids.segment || !length) return false;
  const end = length.value === null ? size : at + id.width + length.width + length.value;
  if (end > size) return false;
  // Media data may contain the mark by chance: then an earlier one is the real one.
  let marks = mostMarks;
  for await (const mark of marksFromEnd(read, end)) {
    if (await leadsTo(end, mark, read, patience)) return true;
    marks -= 1;
    if (marks === 0 || patience.left <= 0) return false;
  }
  return false;
}

/** Positions where clusters may start, last first. */
async function* marksFromEnd(read: ReadAt, size: number): AsyncGenerator<number> {
  for (let end = size; end > 0; end -= windowBytes) {
    const start = Math.max(0, end - windowBytes);
    const bytes = await read(start, Math.min(size, end + clusterMark.length - 1) - start);
    for (
      let at = bytes.lastIndexOf(clusterMark);
      at >= 0;
      at = at > 0 ? bytes.lastIndexOf(clusterMark, at - 1) : -1
    )
      yield start + at;
  }
}

/** Whether consecutive elements from here end exactly there. */
async function leadsTo(end: number, from: number, read: ReadAt, patience: Patience): Promise<boolean> {
  let window = { from, bytes: Buffer.alloc(0) };
  let at = from;
  while (at < end && patience.left > 0) {
    patience.left -= 1;
    if (at + mostPrefix > window.from + window.bytes.length)
      window = { from: at, bytes: Buffer.from(await read(at, Math.min(stepBytes, end - at))) };
    const here = at - window.from;
    const id = idAt(window.bytes, here);
    const length = id && sizeAt(window.bytes, here + id.width);
    if (!id || !length) return false;
    // A cluster still being recorded has an unknown length: its elements are checked one by one.
    if (length.value === null && id.value !== ids.cluster) return false;
    at += id.width + length.width + (length.value ?? 0);
  }
  return at === end;
}

async function durationOf(read: ReadAt, size: number, patience: Patience): Promise<number | null> {
  const head = await read(0, Math.min(size, mostHeadBytes));
  const inSegment = inside(head, ids.segment, patience);
  if (!inSegment) return null;
  let tracks: Buffer | null = null;
  let info: Buffer = Buffer.alloc(0);
  for (const one of elementsIn(inSegment, patience)) {
    if (one.id === ids.tracks) tracks ??= inSegment.subarray(one.from, one.to);
    if (one.id === ids.info) info = inSegment.subarray(one.from, one.to);
    // Both come before the first cluster.
    if (one.id === ids.cluster) break;
  }
  if (!tracks || !hasPictures(tracks, patience)) return null;
  const scale = (numberOf(info, ids.scale, patience) ?? millisecond) / millisecond;
  const duration = floatOf(info, ids.duration, patience);
  if (duration !== null && Number.isFinite(duration) && duration > 0) return duration * scale;
  const last = await lastMoment(read, size, patience);
  return last === null ? null : Math.max(1, last * scale);
}

interface Element {
  id: number;
  from: number;
  to: number;
}

/** The consecutive elements in these bytes; the last one may be cut off or of unknown length. */
function* elementsIn(bytes: Buffer, patience: Patience): Generator<Element> {
  let at = 0;
  while (at < bytes.length && patience.left > 0) {
    patience.left -= 1;
    const id = idAt(bytes, at);
    const length = id && sizeAt(bytes, at + id.width);
    if (!id || !length) return;
    const from = at + id.width + length.width;
    const to = length.value === null ? bytes.length : Math.min(bytes.length, from + length.value);
    yield { id: id.value, from, to };
    at = length.value === null && id.value !== ids.segment ? from : to;
  }
}

/** The content of the first element with this id. */
function inside(bytes: Buffer, id: number, patience: Patience): Buffer | null {
  for (const one of elementsIn(bytes, patience)) {
    if (one.id === id) return bytes.subarray(one.from, one.to);
  }
  return null;
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

function hasPictures(tracks: Buffer, patience: Patience): boolean {
  for (const one of elementsIn(tracks, patience)) {
    if (one.id !== ids.entry) continue;
    if (numberOf(tracks.subarray(one.from, one.to), ids.kind, patience) === 1) return true;
  }
  return false;
}

function numberOf(bytes: Buffer, id: number, patience: Patience): number | null {
  const found = inside(bytes, id, patience);
  const width = found?.length ?? 0;
  return found && width >= 1 && width <= 6 ? found.readUIntBE(0, width) : null;
}

function floatOf(bytes: Buffer, id: number, patience: Patience): number | null {
  const found = inside(bytes, id, patience);
  if (!found) return null;
  return found.length === 8 ? found.readDoubleBE(0) : found.length === 4 ? found.readFloatBE(0) : null;
}

/** The time of the last frame in the file's own ticks: that of the last cluster and of the last block in it. */
async function lastMoment(read: ReadAt, size: number, patience: Patience): Promise<number | null> {
  for (let end = size; end > 0; end -= windowBytes) {
    const start = Math.max(0, end - windowBytes);
    // Overlaps a little with what was searched already, for a mark across the boundary.
    const bytes = await read(start, Math.min(size, end + clusterMark.length) - start);
    const at = bytes.lastIndexOf(clusterMark);
    const length = at < 0 ? null : sizeAt(bytes, at + clusterMark.length);
    if (!length) continue;
    const from = start + at + clusterMark.length + length.width;
    return clusterEnd(await read(from, Math.min(size - from, 2 * windowBytes)), patience);
  }
  return null;
}

function clusterEnd(cluster: Buffer, patience: Patience): number | null {
  let begins: number | null = null;
  let last = 0;
  for (const part of elementsIn(cluster, patience)) {
    const content = cluster.subarray(part.from, part.to);
    if (part.id === ids.timecode && content.length >= 1 && content.length <= 6)
      begins ??= content.readUIntBE(0, content.length);
    const block =
      part.id === ids.simpleBlock
        ? content
        : part.id === ids.blockGroup
          ? inside(content, ids.block, patience)
          : null;
    last = Math.max(last, (block && blockOffset(block)) ?? 0);
  }
  return begins === null ? null : begins + last;
}

/** The time of a block relative to its cluster. */
function blockOffset(block: Buffer): number | null {
  const track = sizeAt(block, 0);
  return track && track.width + 2 <= block.length ? block.readInt16BE(track.width) : null;
}
