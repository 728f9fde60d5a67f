import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asPlatform } from '#server/db/connect.ts';
import { startTestApp } from '#testing/test-app.ts';
import { cleanUp, rowsPerBatch } from './clean-up.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { runtime } = testApp;

test('deletes what has expired in batches, and nothing else', async () => {
  await asPlatform(runtime.db, (trx) =>
    sql`insert into rate_limits (bucket, window_start, hits)
      select 'old' || n, timestamptz '2030-02-01', 1 from generate_series(1, ${rowsPerBatch * 2 + 1}) n
      union all select 'new', timestamptz '2030-03-01 10:00Z', 1`.execute(trx),
  );
  await cleanUp(runtime);
  const left = await asPlatform(runtime.db, (trx) =>
    trx.selectFrom('rate_limits').select('bucket').execute(),
  );
  expect(left).toEqual([{ bucket: 'new' }]);
});

test('finds what has expired by an index in every table', async () => {
  const plans = await asPlatform(runtime.db, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<Record<string, string>>`explain select from payment_refunds
      where state in ('asking', 'pending', 'unknown') order by updated_at limit 500`.execute(trx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
  expect(plans).toContain('payment_refunds_open');
});
