import { DataStore, ERRORS, Upload } from '@tus/server';
import { addHours } from '#domain/base/time.ts';
import type { ActionCtx } from '#server/context.ts';
import { fileKey } from '#server/files/file-store.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { AppError, badInput } from '#wire/errors.ts';
import { deleteAbandonedVideo, keptHours } from '../delete-abandoned-video.job.ts';
import { notAVideoMessage, typeSniffBytes, videoTypeOf } from './container.ts';
import { deleteOrphanedPart, deleteVideo } from './delete-video.ts';
import { type VideoRow, videoRow } from './parts.ts';
import { beginVideo, commitPart, isBeingDeleted, reservePart } from './video-upload-rows.ts';

// What is lost at most when a process dies while bytes arrive, and held in memory for each upload.
const partBytes = 4 * 1024 * 1024;
/**
 * Where the bytes of a video's upload go: parts in the file store, how far it is in the tenant's table. Nothing is kept in
 * the process, so any of several goes on with an upload, and one that was killed loses no more than the part under way. Of
 * two that send the same bytes at once one wins, the other is told where it stands.
 */
export class VideoUploads extends DataStore {
  readonly #ctx: ActionCtx;
  readonly #reportId: string;

  constructor(ctx: ActionCtx, reportId: string) {
    super();
    this.extensions = ['creation', 'termination'];
    this.#ctx = ctx;
    this.#reportId = reportId;
  }

  /** Begins an upload; doing it again changes nothing. */
  override async create(upload: Upload): Promise<Upload> {
    const { id, size } = upload;
    if (!size) throw badInput({ file: 'The file is empty' });
    // One of this id that was given up, and whose files a process died over, goes first.
    if (await this.#ctx.read((r) => isBeingDeleted(r, id))) await deleteVideo(this.#ctx, id);
    await this.#ctx.tx(async (w) => {
      const isNew = await beginVideo(w, this.#reportId, id, size);
      const row = await videoRow(w, this.#reportId, id);
      if (!row || row.created_by !== w.actor?.userId || row.bytes !== size)
        throw badInput({ media_id: 'This ID is already in use' });
      if (isNew) {
        const runAt = addHours(w.now, keptHours);
        await w.enqueue(
          deleteAbandonedVideo,
          { video_id: id, report_id: this.#reportId },
          { key: id, runAt },
        );
      }
    });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#own(id);
    return new Upload({ id, size: row.bytes, offset: row.received, creation_date: row.created_at });
  }

  /** Takes bytes in; what arrived before a connection broke is kept. */
  override async write(stream: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> {
    const row = await this.#own(id);
    let at = offset;
    let waiting: Uint8Array[] = [];
    let size = 0;
    const flush = async () => {
      if (size === 0) return;
      const bytes = Buffer.concat(waiting, size);
      [waiting, size] = [[], 0];
      await this.#keepPart(row, at, bytes);
      at += bytes.byteLength;
    };
    try {
      for await (const piece of stream) {
        waiting.push(piece);
        size += piece.byteLength;
        if (size >= partBytes) await flush();
      }
    } finally {
      await flush();
    }
    return at;
  }

  /** Gives an upload up. What is part of a report already is not taken out this way. */
  override async remove(id: string): Promise<void> {
    const row = await this.#own(id);
    if (row.finished_at) throw new AppError('FORBIDDEN', 'This video is already in the report');
    await deleteVideo(this.#ctx, id);
  }

  /** An upload is known to nobody but who began it. */
  async #own(id: string): Promise<VideoRow> {
    const row = isId.test(id) ? await this.#ctx.read((r) => videoRow(r, this.#reportId, id)) : undefined;
    if (!row || row.created_by !== this.#ctx.actor?.userId) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }

  async #keepPart(row: VideoRow, start: number, bytes: Buffer): Promise<void> {
    const ctx = this.#ctx;
    const isTold = bytes.byteLength >= typeSniffBytes || bytes.byteLength === row.bytes;
    if (start === 0 && isTold && !videoTypeOf(bytes)) {
      // Known after the first bytes, so that the rest need not travel.
      await deleteVideo(ctx, row.id);
      throw new AppError('UNSUPPORTED_FILE', notAVideoMessage);
    }
    const storage_key = fileKey(ctx.subscriberId, newId(), sha256Hex(bytes), 'application/octet-stream');
    const part = { start, bytes: bytes.byteLength, storage_key };
    if (!(await ctx.tx((w) => reservePart(w, row, part)))) throw ERRORS.INVALID_OFFSET;
    let hasArrived = false;
    try {
      await ctx.files.put(storage_key, bytes, 'application/octet-stream');
      hasArrived = await ctx.tx((w) => commitPart(w, row, part));
    } finally {
      // Where that fails too its row still names it, and it goes later.
      if (!hasArrived) await deleteOrphanedPart(ctx, storage_key).catch(() => undefined);
    }
    if (!hasArrived) throw ERRORS.INVALID_OFFSET;
  }
}

/** The id of an upload is the browser's, of the shape all ids here have. */
export const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
