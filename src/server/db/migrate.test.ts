import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase } from '#testing/database.ts';
import { withClient } from '#testing/test-cluster.ts';
import { migrate } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'gable-migrate-'));
const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
let database: Awaited<ReturnType<typeof emptyDatabase>>;
const made: (typeof database)[] = [];

beforeEach(async () => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  database = await emptyDatabase();
  made.push(database);
});
afterAll(async () => {
  for (const each of made) await each.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('applies files once, in order', async () => {
  write('0002_second.sql', 'alter table a add column n integer');
  write('0001_first.sql', 'create table a (); create table b ()');
  expect(await migrate(database.connection, folder)).toEqual({
    applied: ['0001_first.sql', '0002_second.sql'],
    unknown: [],
  });
  expect(await migrate(database.connection, folder)).toEqual({ applied: [], unknown: [] });
});

test('processes that start together wait for each other', async () => {
  write('0001_first.sql', 'create table a (); select pg_sleep(0.1)');
  const results = await Promise.all([1, 2, 3].map(() => migrate(database.connection, folder)));
  expect(results.flatMap((result) => result.applied)).toEqual(['0001_first.sql']);
});

test('rolls back a failing file and names it', async () => {
  write('0001_first.sql', 'create table a ()');
  write('0002_broken.sql', 'create table b (); select nonsense');
  await expect(migrate(database.connection, folder)).rejects.toThrow(/0002_broken\.sql: .*nonsense/);
  write('0002_broken.sql', 'create table b ()');
  expect((await migrate(database.connection, folder)).applied).toEqual(['0002_broken.sql']);
});

test('rejects a file that was changed after it was applied', async () => {
  write('0001_first.sql', 'create table a ()');
  await migrate(database.connection, folder);
  write('0001_first.sql', 'create table a (n integer)');
  await expect(migrate(database.connection, folder)).rejects.toThrow(/changed after .*0001_first\.sql/);
});

test('an older version starts next to a newer one and reports the migrations it does not know', async () => {
  write('0001_first.sql', 'create table a ()');
  write('0002_newer.sql', 'create table b ()');
  await migrate(database.connection, folder);
  rmSync(join(folder, '0002_newer.sql'));
  expect(await migrate(database.connection, folder)).toEqual({ applied: [], unknown: ['0002_newer.sql'] });
});

test('the application’s roles are no superusers and cannot bypass row-level security', async () => {
  write('0001_first.sql', 'create table a ()');
  await migrate(database.connection, folder);
  const { rows } = await withClient(database.connection, (client) =>
    client.query(
      "select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname like 'app\\_%' order by 1",
    ),
  );
  expect(rows).toEqual([
    { rolname: 'app_admin', rolsuper: false, rolbypassrls: false, rolcanlogin: false },
    { rolname: 'app_user', rolsuper: false, rolbypassrls: false, rolcanlogin: false },
  ]);
});
