import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { FileStore } from '#server/files/file-store.ts';

/** A part of a video in the file store. */
export interface VideoPart {
  start: number;
  bytes: number;
  storage_key: string;
}

/** A video's row, during and after its upload; undefined if it was abandoned. */
export function videoRow(ctx: ReadCtx | WriteCtx, reportId: string, id: string) {
  return mine(ctx, 'report_videos')
    .where('report_id', '=', reportId)
    .where('id', '=', id)
    .where('dropped_at', 'is', null)
    .selectAll()
    .executeTakeFirst();
}
export type VideoRow = NonNullable<Awaited<ReturnType<typeof videoRow>>>;

/** The parts of a video, in order. */
export function partsOf(ctx: ReadCtx | WriteCtx, videoId: string): Promise<VideoPart[]> {
  return mine(ctx, 'report_video_parts')
    .where('video_id', '=', videoId)
    .where('has_arrived', '=', true)
    .orderBy('start')
    .select(['start', 'bytes', 'storage_key'])
    .execute();
}

/** The bytes from `start` to `end` (inclusive), read part by part on demand. */
export function bytesBetween(
  files: FileStore,
  parts: readonly VideoPart[],
  start: number,
  end: number,
): Readable {
  return Readable.from(piecesBetween(files, parts, start, end), { objectMode: false });
}

async function* piecesBetween(files: FileStore, parts: readonly VideoPart[], start: number, end: number) {
  for (const part of parts) {
    const last = part.start + part.bytes - 1;
    if (last < start || part.start > end) continue;
    const range = { start: Math.max(0, start - part.start), end: Math.min(last, end) - part.start };
    const file = await files.get(part.storage_key, range);
    if (!file) throw new Error(`a part of a video is missing: ${part.storage_key}`);
    // Read completely: a paused player takes nothing for minutes, and no connection to the store should wait for it.
    yield await buffer(file.stream);
  }
}

/** Returns a reader for any bytes of a video of that size. */
export function readerOf(files: FileStore, parts: readonly VideoPart[], size: number) {
  return async (start: number, length: number): Promise<Buffer> => {
    const end = Math.min(size, start + length) - 1;
    return end < start ? Buffer.alloc(0) : buffer(bytesBetween(files, parts, start, end));
  };
}
