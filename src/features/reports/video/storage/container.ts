import type { ReadAt } from './byte-reader.ts';
import { isVideoBrand, readMp4Duration } from './mp4.ts';
import { readWebmDuration } from './webm.ts';

/** The videos that are taken, by what they contain. */
export type VideoType = 'video/mp4' | 'video/quicktime' | 'video/webm';

export const maxVideoBytes = 200 * 1024 * 1024;
/** What is said of a file that is none. */
export const notAVideoMessage = 'This video can’t be played. Use MP4, MOV or WebM.';
/** Three minutes; recorders stop a moment late. */
export const maxVideoMs = 181_000;

/** What a file of moving pictures says of itself. */
export interface VideoFacts {
  type: VideoType;
  duration_ms: number;
}

/** How many bytes from the beginning tell the type. */
export const typeSniffBytes = 64;

/**
 * The type by the first bytes, never by a name; null when it is no video that is taken. Films and pictures share one
 * wrapping (`ftyp`), the brand in it tells them apart.
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
 * Type and length of a video, or null when it is none or cannot be read; `cut` where its own sizes lead beyond its end, as of a
 * file that was copied in part. Reads only what it needs.
 */
export async function videoFacts(read: ReadAt, size: number): Promise<VideoFacts | 'cut' | null> {
  const type = videoTypeOf(await read(0, typeSniffBytes));
  if (!type) return null;
  const duration =
    type === 'video/webm' ? await readWebmDuration(read, size) : await readMp4Duration(read, size);
  if (duration === 'cut') return duration;
  return duration !== null && duration > 0 ? { type, duration_ms: Math.max(1, Math.round(duration)) } : null;
}
