import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asPlatform } from '#server/db/connect.ts';
import { startTestApp } from '#testing/test-app.ts';

test('docs/retention.md says of every table how long its rows are stored', async () => {
  const { runtime } = await startTestApp();
  const { rows } = await asPlatform(runtime.db, (trx) =>
    sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(trx),
  );
  const tables = rows.map((row) => row.name).filter((name) => name !== 'migrations');
  const text = readFileSync('docs/retention.md', 'utf8');
  const named = [...text.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1] ?? '');
  expect(named.sort()).toEqual(tables.sort());
});
