import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { asPlatform } from '#server/db/connect.ts';
import { diskFileStore } from '#server/files/disk-file-store.ts';
import { fileKey } from '#server/files/file-store.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { cleanUpFiles, fileTables, unnamedOf } from './clean-up-files.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { runtime } = testApp;
const owner = await testApp.create.owner();
const folder = join(runtime.config.dataDir, 'files');
const files = diskFileStore(folder);
const stores = { ...runtime, files };
const company = owner.subscriberId;
const run = <T>(statement: RawBuilder<T>) => asPlatform(runtime.db, (trx) => statement.execute(trx));

/** Stores a file as one day older or younger than the platform's retention of 30 days. */
async function put(ageDays: number, of = company): Promise<string> {
  const key = fileKey(of, newId(), sha256Hex(newId()), 'image/jpeg');
  await files.put(key, Buffer.from('x'), 'image/jpeg');
  const at = Date.parse('2030-03-01T14:00:00Z') / 1000 - ageDays * 86_400;
  utimesSync(join(folder, key), at, at);
  return key;
}

const nameAsFile = (
  key: string,
) => sql`insert into stored_files (subscriber_id, id, purpose, storage_key, name, type,
  bytes, sha256, created_at) values (${company}, gen_random_uuid(), 'x', ${key}, 'x', 'image/jpeg', 1, 'x', '2029-01-01')`;
const nameAsDocument = (
  key: string,
) => sql`insert into rendered_documents (subscriber_id, key, storage_key, sha256,
  bytes, pages, used_at) values (${company}, ${sha256Hex(key)}, ${key}, 'x', 1, 1, '2030-03-01')`;

/** Sets the platform's retention as an administrator of the installation at an address did. */
const setDays = (days: number, address = runtime.installation.publicUrl) => {
  const value = JSON.stringify({ unused_files: days, unused_files_at: address });
  return run(sql`insert into platform_settings (key, value, updated_at) values ('retention', ${value}, now())
    on conflict (key) do update set value = excluded.value`);
};
const countOf = async (keys: string[]) =>
  (await Promise.all(keys.map((key) => files.exists(key)))).filter(Boolean).length;

test('deletes no file unless switched on for this installation, as a copy of the database is not', async () => {
  const old = await put(400);
  await cleanUpFiles(stores);
  await setDays(30, 'https://production.example');
  await cleanUpFiles(stores);
  await setDays(0);
  await cleanUpFiles(stores);
  expect(await files.exists(old)).toBe(true);
  await setDays(30);
  await cleanUpFiles(stores);
  expect(await files.exists(old)).toBe(false);
});

test('deletes old files that no row names, and no others', async () => {
  const old = await Promise.all([put(31), put(31), put(400)]);
  const young = await put(29);
  const elsewhere = await put(400, newId());
  const named = await put(400);
  await run(nameAsFile(named));
  const rendered = await put(400);
  await run(nameAsDocument(rendered));
  await cleanUpFiles(stores);
  const left = async (keys: string[]) => Promise.all(keys.map((key) => files.exists(key)));
  expect(await left(old)).toEqual([false, false, false]);
  expect(await left([young, elsewhere, named, rendered])).toEqual([true, true, true, true]);
});

test('goes on where the last run stopped, and begins again after the last file', async () => {
  const keys = (await Promise.all(Array.from({ length: 7 }, () => put(31)))).sort();
  const counts: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    await cleanUpFiles(stores, { perBatch: 2, perRun: 3 });
    counts.push(await countOf(keys));
  }
  expect(counts[0]).toBeGreaterThan(3);
  expect(counts.at(-1)).toBe(0);
});

test('every table that names a file is looked at, each by an index', async () => {
  const { rows } = await run(sql<{ table_name: string }>`select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'storage_key' order by 1`);
  expect(rows.map((row) => row.table_name)).toEqual([...fileTables].sort());
  const plan = await asPlatform(runtime.db, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const explained = await sql<Record<string, string>>`explain ${unnamedOf([await put(1)])}`.execute(trx);
    return explained.rows.map((row) => Object.values(row)[0]).join('\n');
  });
  expect(plan).not.toMatch('Seq Scan');
  for (const index of ['stored_files_by_key', 'rendered_documents_by_file', 'report_video_parts_pkey'])
    expect(plan).toContain(index);
});

test('deletes none of a batch where more files have no row than failed uploads explain, and warns', async () => {
  const warnings: unknown[] = [];
  const log = { ...runtime.log, warn: (...args: unknown[]) => warnings.push(args) };
  const watched = { ...stores, log: log as unknown as typeof runtime.log };
  const unknown = await Promise.all(Array.from({ length: 21 }, () => put(31)));
  await cleanUpFiles(watched);
  await cleanUpFiles(watched);
  expect(await countOf(unknown)).toBe(21);
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toMatchObject([{ unused: 21 }, expect.stringContaining('another database')]);
  const named = await Promise.all(Array.from({ length: 399 }, () => put(31)));
  for (const key of named) await run(nameAsFile(key));
  await cleanUpFiles(watched);
  expect([await countOf(unknown), await countOf(named)]).toEqual([0, 399]);
  expect(warnings).toHaveLength(2);
});
