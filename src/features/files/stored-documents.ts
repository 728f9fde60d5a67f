import { sql } from 'kysely';
import { asInstant, minutesBetween } from '#domain/base/time.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import type { DocumentStore, RenderedDocument } from '#server/documents/document-store.ts';
import { txWithUploads, uploadFile } from './stored-files.ts';

/** What a company's stored documents may take together; those not used for longest are removed first. */
const mostBytes = 200_000_000;

/**
 * Returns the documents of the call's company, stored by what they were made from. A store that fails costs time, never the
 * document: it is made again.
 */
export function documentStore(ctx: ActionCtx, limits = { mostBytes }): DocumentStore {
  return {
    async find(key) {
      try {
        return await find(ctx, key);
      } catch (err) {
        ctx.log.warn({ err }, 'could not read a stored document');
        return null;
      }
    },
    async save(key, made) {
      if (made.bytes.length > limits.mostBytes / 4) return;
      try {
        await save(ctx, key, made, limits.mostBytes);
      } catch (err) {
        ctx.log.warn({ err }, 'could not store a document');
      }
    },
  };
}

async function find(ctx: ActionCtx, key: string): Promise<RenderedDocument | null> {
  const row = await ctx.read((r) =>
    mine(r, 'rendered_documents').where('key', '=', key).selectAll().executeTakeFirst(),
  );
  if (!row) return null;
  const bytes = await ctx.files.readBytes(row.storage_key);
  if (!bytes) {
    // By its file as well: the document may have been stored again since.
    const { storage_key } = row;
    await ctx.tx((w) =>
      deleteMine(w, 'rendered_documents')
        .where('key', '=', key)
        .where('storage_key', '=', storage_key)
        .execute(),
    );
    return null;
  }
  if (minutesBetween(asInstant(row.used_at), ctx.now) > 24 * 60) {
    await ctx.tx((w) =>
      updateMine(w, 'rendered_documents').set({ used_at: w.now }).where('key', '=', key).execute(),
    );
  }
  const { sha256, pages, note, missing } = row;
  return { bytes, sha256, pages, note, missing, accessible: note === null, peakMemory: 0 };
}

async function save(ctx: ActionCtx, key: string, made: RenderedDocument, most: number): Promise<void> {
  const file = await uploadFile(ctx, { bytes: made.bytes, type: 'application/pdf', sha256: made.sha256 });
  const { storage_key, sha256, bytes } = file;
  const { pages, note, missing } = made;
  const outdated = await txWithUploads(ctx, { file }, async (w) => {
    const row = { key, storage_key, sha256, bytes, pages, note, missing: [...missing], used_at: w.now };
    const inserted = await insertMine(w, 'rendered_documents', row)
      .onConflict((c) => c.columns(['subscriber_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    // Another process was faster: its file is the stored one.
    return inserted ? deleteBeyond(w, most) : [storage_key];
  });
  for (const one of outdated) await ctx.files.remove(one);
}

/** Deletes the rows of documents that no longer fit, and returns their storage keys. */
async function deleteBeyond(w: WriteCtx, most: number): Promise<string[]> {
  const ranked = mine(w, 'rendered_documents')
    .select('key')
    .select(sql<number>`sum(bytes) over (order by used_at desc, key)`.as('together'))
    .as('ranked');
  const rows = await deleteMine(w, 'rendered_documents')
    .where('key', 'in', (eb) => eb.selectFrom(ranked).where('together', '>', most).select('ranked.key'))
    .returning('storage_key')
    .execute();
  return rows.map((row) => row.storage_key);
}
