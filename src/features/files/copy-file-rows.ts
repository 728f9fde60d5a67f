import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { deleteFileRows } from './stored-files.ts';

/**
 * Gives stored files second rows for the same bytes, which lie there as long as one of the rows does. Returns the new ids by
 * the old ones.
 */
export async function copyFileRows(
  w: WriteCtx,
  ids: readonly string[],
  more: { purpose: string; name: string },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await mine(w, 'stored_files')
    .where('id', 'in', ids)
    .select(['id', 'storage_key', 'type', 'bytes', 'sha256'])
    .execute();
  const copies = rows.map((row) => ({ ...row, ...more, id: newId(), created_at: w.now }));
  if (copies.length > 0) await insertMine(w, 'stored_files', copies).execute();
  return new Map(rows.map((row, i) => [row.id, copies[i]?.id ?? '']));
}

/** Returns the storage keys of these rows that no other row has: only their bytes may be deleted. */
export async function ownKeys(ctx: ReadCtx | WriteCtx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await mine(ctx, 'stored_files').where('id', 'in', ids).select('storage_key').execute();
  const keys = [...new Set(rows.map((row) => row.storage_key))];
  if (keys.length === 0) return [];
  const others = await mine(ctx, 'stored_files')
    .where('storage_key', 'in', keys)
    .where('id', 'not in', ids)
    .select('storage_key')
    .execute();
  const shared = new Set(others.map((row) => row.storage_key));
  return keys.filter((key) => !shared.has(key));
}

/** Deletes stored files: first the bytes that nothing else uses, then the rows, so that a crash leaves nothing behind. */
export async function deleteStoredFiles(ctx: ActionCtx, ids: readonly string[]): Promise<void> {
  for (const key of await ctx.read((r) => ownKeys(r, ids))) await ctx.files.remove(key);
  await ctx.tx((w) => deleteFileRows(w, ids));
}
