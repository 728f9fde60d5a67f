import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { emptyDatabase } from '#testing/database.ts';
import { openReadiness } from './readiness.ts';

const folder = mkdtempSync(join(tmpdir(), 'gable-ready-'));
const database = await emptyDatabase();
writeFileSync(join(folder, '0001_first.sql'), 'create table a ()');
const closers: (() => Promise<void>)[] = [];
const open = (connection = database.connection) => {
  const readiness = openReadiness(connection, folder);
  closers.push(readiness.close);
  return readiness;
};
afterAll(async () => {
  for (const close of closers) await close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('is ready once every migration of this build is applied, even if there are newer ones', async () => {
  const first = open();
  expect(await first.isReady()).toBe(false);
  await migrate(database.connection, folder);
  expect(await first.isReady()).toBe(true);
  writeFileSync(join(folder, '0002_second.sql'), 'create table b ()');
  expect([await first.isReady(), await open().isReady()]).toEqual([true, false]);
});

test('is not ready without a database, and says so instead of waiting', async () => {
  expect(await open({ host: '127.0.0.1', port: 1, user: 'none', database: 'none' }).isReady()).toBe(false);
});

test('a hundred calls at once share one connection', async () => {
  const readiness = open();
  const answers = await Promise.all(Array.from({ length: 100 }, () => readiness.isReady()));
  expect(new Set(answers).size).toBe(1);
});
