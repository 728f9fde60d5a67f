import type { Length, ReadAt } from './byte-reader.ts';

interface Box {
  type: string;
  /** Start and end of the content. */
  from: number;
  to: number;
}

// The most a video of the allowed duration can contain: an index of some megabytes, at the very most one fragment per
// frame.
const mostIndexBytes = 24 * 1024 * 1024;
const mostFragmentBytes = 4 * 1024 * 1024;
const mostBoxes = 20_000;
const mostTracks = 64;
// Headers of adjacent boxes are in one window; a file that needs more windows than this was made to be expensive to
// read.
const windowBytes = 256 * 1024;
const mostWindows = 500;
const brands = /^(?:iso[m2-9]|mp4[12v]|avc1|dash|M4V[ HP]|MSNV|f4v |mmp4|3g[p2].|FACE)$/;

/** Whether this container brand is used for videos, not for pictures or audio. */
export function isVideoBrand(brand: string): boolean {
  return brands.test(brand);
}

/** Reads the duration of an MP4 or QuickTime video; null if it has no video track or cannot be read. */
export async function readMp4Duration(read: ReadAt, size: number): Promise<Length> {
  const { moov, lastMoof, isCut } = await topBoxes(read, size);
  if (isCut) return 'cut';
  if (!moov || moov.to - moov.from > mostIndexBytes) return null;
  const index = await read(moov.from, moov.to - moov.from);
  const traks = [...boxesIn(index)].filter((box) => box.type === 'trak');
  if (traks.length > mostTracks) return null;
  const tracks = traks.map((box) => trackOf(index.subarray(box.from, box.to)));
  if (!tracks.some((track) => track.isVideo)) return null;
  const whole = headDuration(index);
  if (whole !== null) return whole;
  if (!lastMoof || lastMoof.to - lastMoof.from > mostFragmentBytes) return null;
  return fragmentEnd(await read(lastMoof.from, lastMoof.to - lastMoof.from), tracks);
}

interface TopBoxes {
  moov: Box | null;
  lastMoof: Box | null;
  /** A box extends beyond the end of the file. */
  isCut: boolean;
}

/** Finds the index and the last fragment, wherever they are; other boxes are skipped unread. */
async function topBoxes(read: ReadAt, size: number): Promise<TopBoxes> {
  const found: TopBoxes = { moov: null, lastMoof: null, isCut: false };
  const headAt = windowsOf(read, size);
  let at = 0;
  for (let n = 0; n < mostBoxes && at + 8 <= size; n += 1) {
    const head = await headAt(at);
    const box = head && boxAt(head, at, size);
    // Box types are printable; anything else is padding after the video.
    found.isCut = box !== null && box.to > size && /^[\w ©-]{4}$/.test(box.type);
    if (!box || box.to > size) break;
    if (box.type === 'moov') found.moov ??= box;
    if (box.type === 'moof') found.lastMoof = box;
    at = box.to;
  }
  return found;
}

/** Reads the headers of consecutive boxes, one window at a time; null once there were too many windows. */
function windowsOf(read: ReadAt, size: number): (at: number) => Promise<Buffer | null> {
  let from = 0;
  let bytes = Buffer.alloc(0);
  let left = mostWindows;
  return async (at) => {
    if (bytes.length === 0 || Math.min(size, at + 16) > from + bytes.length) {
      if (left === 0) return null;
      left -= 1;
      [from, bytes] = [at, Buffer.from(await read(at, Math.min(windowBytes, size - at)))];
    }
    return bytes.subarray(at - from, at - from + 16);
  };
}

function boxAt(head: Buffer, at: number, end: number): Box | null {
  if (head.length < 8) return null;
  const short = head.readUInt32BE(0);
  const type = head.toString('latin1', 4, 8);
  if (short === 1 && head.length < 16) return null;
  const [length, skip] =
    short === 1 ? [Number(head.readBigUInt64BE(8)), 16] : [short === 0 ? end - at : short, 8];
  return length < skip ? null : { type, from: at + skip, to: at + length };
}

// More than any index written by a camera.
const mostInside = 10_000;

/** The consecutive boxes in these bytes, as far as they are complete. */
function* boxesIn(bytes: Buffer): Generator<Box> {
  let at = 0;
  for (let n = 0; n < mostInside && at + 8 <= bytes.length; n += 1) {
    const box = boxAt(bytes.subarray(at, at + 16), at, bytes.length);
    if (!box || box.to > bytes.length) return;
    yield box;
    at = box.to;
  }
}

// The searched box has only a few siblings.
const mostNeighbours = 200;

/** The content of the box at a path of types. */
function inside(bytes: Buffer, ...path: string[]): Buffer | null {
  let here = bytes;
  for (const type of path) {
    const box = firstOf(here, type);
    if (!box) return null;
    here = here.subarray(box.from, box.to);
  }
  return here;
}

function firstOf(bytes: Buffer, type: string): Box | null {
  let n = 0;
  for (const box of boxesIn(bytes)) {
    if (box.type === type) return box;
    n += 1;
    if (n === mostNeighbours) break;
  }
  return null;
}

/** The total duration in the header; streaming recorders leave it empty. */
function headDuration(index: Buffer): number | null {
  const head = inside(index, 'mvhd');
  const { scale, ticks } = timesOf(head);
  if (scale === 0) return null;
  if (ticks > 0) return (ticks / scale) * 1000;
  const extended = inside(index, 'mvex', 'mehd');
  if (!extended || extended.length < 8) return null;
  const long = extended[0] === 1 && extended.length >= 12;
  const all = long ? Number(extended.readBigUInt64BE(4)) : extended.readUInt32BE(4);
  return all > 0 ? (all / scale) * 1000 : null;
}

/** Time scale and duration of `mvhd` and `mdhd`, in 32 or 64 bits. */
function timesOf(head: Buffer | null): { scale: number; ticks: number } {
  const none = { scale: 0, ticks: 0 };
  if (!head || head.length < 20) return none;
  if (head[0] === 1) {
    if (head.length < 32) return none;
    const ticks = head.readBigUInt64BE(24);
    return { scale: head.readUInt32BE(20), ticks: ticks === 0xffffffffffffffffn ? 0 : Number(ticks) };
  }
  const ticks = head.readUInt32BE(16);
  return { scale: head.readUInt32BE(12), ticks: ticks === 0xffffffff ? 0 : ticks };
}

interface Track {
  id: number;
  scale: number;
  isVideo: boolean;
}

function trackOf(track: Buffer): Track {
  const head = inside(track, 'tkhd');
  const at = head?.[0] === 1 ? 20 : 12;
  const handler = inside(track, 'mdia', 'hdlr');
  return {
    id: head && head.length >= at + 4 ? head.readUInt32BE(at) : 0,
    scale: timesOf(inside(track, 'mdia', 'mdhd')).scale,
    isVideo: handler?.toString('latin1', 8, 12) === 'vide',
  };
}

/** The start of the last fragment: at most one fragment before the end. */
function fragmentEnd(moof: Buffer, tracks: readonly Track[]): number | null {
  const ends = [...boxesIn(moof)]
    .filter((box) => box.type === 'traf')
    .slice(0, mostTracks)
    .flatMap((box) => {
      const part = moof.subarray(box.from, box.to);
      const head = inside(part, 'tfhd');
      const time = inside(part, 'tfdt');
      const track = tracks.find((one) => head && head.length >= 8 && one.id === head.readUInt32BE(4));
      if (!time || time.length < 8 || !track || track.scale === 0) return [];
      const ticks =
        time[0] === 1 && time.length >= 12 ? Number(time.readBigUInt64BE(4)) : time.readUInt32BE(4);
      return [(ticks / track.scale) * 1000];
    });
  // A video of a single fragment starts at 0 and still has a duration.
  return ends.length > 0 ? Math.max(1, ...ends) : null;
}
