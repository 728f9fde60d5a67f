import { sql } from 'kysely';
import { addHours } from '#domain/base/time.ts';
import { asPlatform, asPlatformReadOnly } from '#server/db/connect.ts';
import type { ListedFile } from '#server/files/file-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { retentionOf } from './clean-up.ts';

type Stores = Pick<Runtime, 'db' | 'clock' | 'files' | 'log' | 'installation'>;

/** Files that are looked up in one statement, and that one run looks at. The next run goes on where it stopped. */
const limits = { perBatch: 1_000, perRun: 50_000 };
/** Uploads leave few files without a row. More in a batch are in use by another database, or rows were lost. */
const plausible = { files: 20, share: 0.05 };
/** Longer than any upload. */
const draftHours = 7 * 24;
const position = 'files_checked_to';

/**
 * Deletes files that no row names: an upload whose process was killed leaves its bytes, a report that is withdrawn its PDF.
 * Leaves those that are younger than the platform's retention, whose row may come yet, and those of companies that this
 * database does not know. Stops with a warning at a batch with implausibly many. Several workers may run it at once.
 */
export async function cleanUpFiles(stores: Stores, { perBatch, perRun } = limits): Promise<void> {
  const { clock, files } = stores;
  const now = clock.now();
  await files.removeUnfinished(addHours(now, -draftHours));
  const days = (await retentionOf(stores)).unused_files;
  if (days === 0) return;
  const before = addHours(now, -24 * days);
  const isOld = ({ storedAt }: ListedFile) => storedAt < before;
  let batch: ListedFile[] = [];
  let seen = 0;
  for await (const file of files.list(await readPosition(stores))) {
    batch.push(file);
    seen += 1;
    if (batch.length < perBatch && seen < perRun) continue;
    if (!(await removeUnnamed(stores, batch.filter(isOld)))) return;
    await writePosition(stores, file.key);
    batch = [];
    if (seen >= perRun) return;
  }
  if (await removeUnnamed(stores, batch.filter(isOld))) await writePosition(stores, null);
}

/** Returns false, and deletes nothing, if implausibly many have no row: the next run looks at them again. */
async function removeUnnamed({ db, files, log }: Stores, old: readonly ListedFile[]): Promise<boolean> {
  const keys = old.map(({ key }) => key).filter((key) => isOfCompany.test(key));
  if (keys.length === 0) return true;
  const { rows } = await asPlatformReadOnly(db, (trx) => unnamedOf(keys).execute(trx));
  if (rows.length > plausible.files && rows.length > plausible.share * keys.length) {
    const found = { unused: rows.length, of: keys.length, first: rows[0]?.key };
    log.warn(found, 'so many unused files are not deleted: does another database use this file store?');
    return false;
  }
  for (const { key } of rows)
    await files
      .remove(key)
      .catch((err: unknown) => log.warn({ err, key }, 'an unused file could not be removed'));
  return true;
}

const isOfCompany = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\//;

/** Returns the statement that finds those of some keys that no row names. */
export function unnamedOf(keys: readonly string[]) {
  const names = (table: string) => sql`exists (select from ${sql.table(table)} t
    where t.subscriber_id = c.subscriber_id and t.storage_key = k.key)`;
  return sql<{ key: string }>`select k.key from unnest(${keys}::text[]) as k (key)
    join companies c on c.subscriber_id = split_part(k.key, '/', 1)::uuid
    where not (${sql.join(fileTables.map(names), sql` or `)})`;
}

/** The tables whose rows name files. */
export const fileTables = ['stored_files', 'rendered_documents', 'report_video_parts'];

async function readPosition({ db }: Stores): Promise<string | null> {
  const row = await asPlatformReadOnly(db, (trx) =>
    trx.selectFrom('platform_settings').where('key', '=', position).select('value').executeTakeFirst(),
  );
  return typeof row?.value === 'string' ? row.value : null;
}

async function writePosition({ db, clock }: Stores, key: string | null): Promise<void> {
  const row = { key: position, value: JSON.stringify(key), updated_at: clock.now() };
  await asPlatform(db, (trx) =>
    trx
      .insertInto('platform_settings')
      .values(row)
      .onConflict((oc) => oc.column('key').doUpdateSet(row))
      .execute(),
  );
}
