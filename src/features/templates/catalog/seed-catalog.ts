import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import type { Instant } from '#domain/base/time.ts';
import { templateTrades } from '#domain/templates/trades.ts';
import { asPlatform } from '#server/db/connect.ts';
import type { DB } from '#server/db/tables.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { readJson } from '../exchange/read-file.ts';
import { catalogContent } from './manage-catalog.ts';

/**
 * Brings the template files that came with the product into the store. A file that the store lacks is added; a changed one
 * updates its template unless an administrator replaced the content; what an administrator deleted stays deleted.
 * Throws if a file has a problem. Returns how many files are not in the store as they are.
 */
export async function seedCatalog(db: Kysely<DB>, folder: string, now: Instant): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { key: name.replace(/\.json$/, ''), text, hash: sha256Hex(text) };
    }),
  );
  return asPlatform(db, async (trx) => {
    const rows = await trx.selectFrom('store_templates').select(['shipped_key', 'shipped_hash']).execute();
    const known = new Map(rows.map((row) => [row.shipped_key, row.shipped_hash]));
    const stale = files.filter((file) => known.get(file.key) !== file.hash);
    for (const file of stale) await saveShipped(trx, file, now);
    return stale.length;
  });
}

interface ShippedFile {
  key: string;
  text: string;
  hash: string;
}

async function saveShipped(
  trx: Transaction<DB>,
  { key, text, hash }: ShippedFile,
  now: Instant,
): Promise<void> {
  const reading = readJson(text);
  const content = catalogContent(reading);
  if (!content || reading.problems.length > 0) {
    const [problem] = reading.problems;
    throw new Error(
      `assets/templates/${key}.json can't be used: ${problem?.place ?? 'trade'} ${problem?.code ?? ''}`,
    );
  }
  const position = templateTrades.indexOf(content.trade) * 10;
  const shipped = { shipped_key: key, shipped_hash: hash };
  await trx
    .insertInto('store_templates')
    .values({ id: newId(), ...content, ...shipped, position, updated_at: now })
    .onConflict((oc) =>
      oc
        .column('shipped_key')
        .doUpdateSet({ ...content, ...shipped, updated_at: now })
        .where('store_templates.rev', '=', 1)
        .where('store_templates.deleted_at', 'is', null),
    )
    .execute();
}
