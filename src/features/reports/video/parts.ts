import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ErrandCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Files } from '#server/files/store.ts';

/** A piece of a video as it lies in the file store. */
export interface VideoPart {
  start: number;
  bytes: number;
  storage_key: string;
}

/** A video's own row, as long as it is on its way and afterwards. */
export function videoRow(ctx: ReadCtx | WriteCtx, reportId: string, id: string) {
  return mine(ctx, 'report_videos')
    .where('report_id', '=', reportId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
}
export type VideoRow = NonNullable<Awaited<ReturnType<typeof videoRow>>>;

/** The parts of a video in their order. */
export function partsOf(ctx: ReadCtx | WriteCtx, videoId: string): Promise<VideoPart[]> {
  return mine(ctx, 'report_video_parts')
    .where('video_id', '=', videoId)
    .orderBy('start')
    .select(['start', 'bytes', 'storage_key'])
    .execute();
}

/** The bytes from `start` to `end` (both count), read part by part as they are wanted. */
export function bytesBetween(
  files: Files,
  parts: readonly VideoPart[],
  start: number,
  end: number,
): Readable {
  return Readable.from(piecesBetween(files, parts, start, end), { objectMode: false });
}

async function* piecesBetween(files: Files, parts: readonly VideoPart[], start: number, end: number) {
  for (const part of parts) {
    const last = part.start + part.bytes - 1;
    if (last < start || part.start > end) continue;
    const range = { start: Math.max(0, start - part.start), end: Math.min(last, end) - part.start };
    const file = await files.get(part.storage_key, range);
    if (!file) throw new Error(`a part of a video is missing: ${part.storage_key}`);
    yield* file.stream;
  }
}

/** Reads any bytes of a video of that size. */
export function readerOf(files: Files, parts: readonly VideoPart[], size: number) {
  return async (start: number, length: number): Promise<Buffer> => {
    const end = Math.min(size, start + length) - 1;
    return end < start ? Buffer.alloc(0) : buffer(bytesBetween(files, parts, start, end));
  };
}

/** Forgets a video that never became part of its report, bytes and all; one that did is left alone. */
export async function dropVideo(ctx: ErrandCtx, id: string): Promise<void> {
  const keys = await ctx.tx(async (w) => {
    const row = await w.db
      .selectFrom('report_videos')
      .where('subscriber_id', '=', w.subscriberId)
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    if (!row) return [];
    const parts = await partsOf(w, id);
    await w.db
      .deleteFrom('report_videos')
      .where('subscriber_id', '=', w.subscriberId)
      .where('id', '=', id)
      .execute();
    return parts.map((part) => part.storage_key);
  });
  for (const key of keys) await ctx.files.remove(key);
}
