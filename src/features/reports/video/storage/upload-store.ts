import { DataStore, ERRORS, Upload } from '@tus/server';
import { addHours } from '#domain/base/time.ts';
import type { ActionCtx } from '#server/context.ts';
import { fileKey } from '#server/files/file-store.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { AppError, badInput } from '#wire/errors.ts';
import { deleteAbandonedVideo, uploadRetentionHours } from '../delete-abandoned-video.job.ts';
import { notAVideoMessage, typeSniffBytes, videoTypeOf } from './container.ts';
import { deleteOrphanedPart, deleteVideo } from './delete-video.ts';
import { type VideoRow, videoRow } from './parts.ts';
import { beginVideo, commitPart, isBeingDeleted, reservePart } from './video-upload-rows.ts';

// The most that is lost if a process crashes during an upload, and the memory used per upload.
const partBytes = 4 * 1024 * 1024;
/**
 * Stores the bytes of video uploads as parts in the file store and their offset in the tenant's table. The process has
 * no state of its own, so any process can continue an upload, and a crash loses no more than the current part. Of two
 * requests that send the same bytes concurrently one wins, and the other gets the current offset.
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

  /** Starts an upload. Starting it again changes nothing. */
  override async create(upload: Upload): Promise<Upload> {
    const { id, size } = upload;
    if (!size) throw badInput({ file: 'The file is empty' });
    // An abandoned upload with this id, whose deletion was interrupted, is deleted first.
    if (await this.#ctx.read((r) => isBeingDeleted(r, id))) await deleteVideo(this.#ctx, id);
    await this.#ctx.tx(async (w) => {
      const isNew = await beginVideo(w, this.#reportId, id, size);
      const row = await videoRow(w, this.#reportId, id);
      if (!row || row.created_by !== w.actor?.userId || row.bytes !== size)
        throw badInput({ media_id: 'This ID is already in use' });
      if (isNew) {
        const runAt = addHours(w.now, uploadRetentionHours);
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

  /** Stores bytes. What arrived before a connection broke stays stored. */
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

  /** Abandons an upload. A video that is already part of a report cannot be removed this way. */
  override async remove(id: string): Promise<void> {
    const row = await this.#own(id);
    if (row.finished_at) throw new AppError('FORBIDDEN', 'This video is already in the report');
    await deleteVideo(this.#ctx, id);
  }

  /** Only the user who started an upload can access it. */
  async #own(id: string): Promise<VideoRow> {
    const row = isId.test(id) ? await this.#ctx.read((r) => videoRow(r, this.#reportId, id)) : undefined;
    if (!row || row.created_by !== this.#ctx.actor?.userId) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }

  async #keepPart(row: VideoRow, start: number, bytes: Buffer): Promise<void> {
    const ctx = this.#ctx;
    const isTold = bytes.byteLength >= typeSniffBytes || bytes.byteLength === row.bytes;
    if (start === 0 && isTold && !videoTypeOf(bytes)) {
      // Detected by the first bytes, so that the rest need not be sent.
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
      // If that fails too, the row still refers to the file, and it is deleted later.
      if (!hasArrived) await deleteOrphanedPart(ctx, storage_key).catch(() => undefined);
    }
    if (!hasArrived) throw ERRORS.INVALID_OFFSET;
  }
}

/** The id of an upload is generated by the browser and has the same format as all ids. */
export const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
