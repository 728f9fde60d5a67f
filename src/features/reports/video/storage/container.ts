import type { ReadAt } from './byte-reader.ts';
import { isVideoBrand, readMp4Duration } from './mp4.ts';
import { readWebmDuration } from './webm.ts';

/** The accepted video types, by content. */
export type VideoType = 'video/mp4' | 'video/quicktime' | 'video/webm';

export const maxVideoBytes = 200 * 1024 * 1024;
/** The message for a file that is not an accepted video. */
export const notAVideoMessage = 'This video can’t be played. Use MP4, MOV or WebM.';
/** Three minutes, and a second because recorders stop slightly late. */
export const maxVideoMs = 181_000;

/** The facts of a video file. */
export interface VideoFacts {
  type: VideoType;
  duration_ms: number;
}

/** The number of leading bytes needed to detect the type. */
export const typeSniffBytes = 64;

/**
 * Detects the type by the first bytes, never by the name; null if it is not an accepted video. Videos and pictures
 * share one container (`ftyp`) and differ in its brand.
 */
export function videoTypeOf(head: Uint8Array): VideoType | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, typeSniffBytes)).toString(
    'latin1',
  );
  if (text.startsWith('\x1a\x45\xdf\xa3')) return text.includes('webm') ? 'video/webm' : null;
  if (text.slice(4, 8) !== 'ftyp') return null;
  const brand = text.slice(8, 12);
  if (brand === 'qt  ') return 'video/quicktime';
  return isVideoBrand(brand) ? 'video/mp4' : null;
}

/**
 * Reads the type and duration of a video; null if it is none or cannot be read; `cut` if its own sizes exceed the file,
 * as in a partial copy. Reads only what it needs.
 */
export async function videoFacts(read: ReadAt, size: number): Promise<VideoFacts | 'cut' | null> {
  const type = videoTypeOf(await read(0, typeSniffBytes));
  if (!type) return null;
  const duration =
    type === 'video/webm' ? await readWebmDuration(read, size) : await readMp4Duration(read, size);
  if (duration === 'cut') return duration;
  return duration !== null && duration > 0 ? { type, duration_ms: Math.max(1, Math.round(duration)) } : null;
}
