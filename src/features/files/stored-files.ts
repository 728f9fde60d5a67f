import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { isRolledBack } from '#server/db/connect.ts';
import { deleteMine, insertMine } from '#server/db/scope.ts';
import { fileKey } from '#server/files/file-store.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { AppError } from '#wire/errors.ts';

/** Bytes that already lie in the store and wait for their row. */
export interface UploadedFile {
  id: string;
  storage_key: string;
  type: string;
  bytes: number;
  sha256: string;
}

/** Puts bytes into the file store, before the transaction that will mention them: a failure there leaves only bytes. */
export async function uploadFile(
  ctx: ActionCtx,
  file: { bytes: Uint8Array; type: string; sha256?: string },
): Promise<UploadedFile> {
  const id = newId();
  const sha256 = file.sha256 ?? sha256Hex(file.bytes);
  const storage_key = fileKey(ctx.subscriberId, id, sha256, file.type);
  await ctx.files.put(storage_key, file.bytes, file.type);
  return { id, storage_key, type: file.type, bytes: file.bytes.byteLength, sha256 };
}

/**
 * Runs the transaction that mentions uploaded files, and removes their bytes if it certainly failed: without a row nothing
 * would ever delete them.
 */
export async function txWithUploads<T>(
  ctx: ActionCtx,
  files: Readonly<Record<string, UploadedFile>>,
  work: (w: WriteCtx) => Promise<T>,
): Promise<T> {
  try {
    return await ctx.tx(work);
  } catch (error) {
    if (error instanceof AppError || isRolledBack(error)) await removeUploads(ctx, files);
    throw error;
  }
}

/** Removes the bytes of uploaded files that no row mentions. */
export async function removeUploads(
  ctx: ActionCtx,
  files: Readonly<Record<string, UploadedFile>>,
): Promise<void> {
  for (const { storage_key } of Object.values(files)) await ctx.files.remove(storage_key);
}

/** Writes the row of a stored file, so that `GET /v2/files/{id}` finds it. */
export async function insertFileRow(
  w: WriteCtx,
  file: UploadedFile,
  more: { purpose: string; name: string },
): Promise<string> {
  await insertMine(w, 'stored_files', { ...file, ...more, created_at: w.now }).execute();
  return file.id;
}

/** Deletes the rows of stored files and returns their storage keys; remove the bytes after the commit. */
export async function deleteFileRows(w: WriteCtx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await deleteMine(w, 'stored_files').where('id', 'in', ids).returning('storage_key').execute();
  return rows.map((row) => row.storage_key);
}
