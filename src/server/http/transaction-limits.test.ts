import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { startTestApp } from '#testing/test-app.ts';
import { write } from '#wire/route.ts';
import { handle } from './handle.ts';

const slow = write('POST /kit/slow', {
  output: z.null(),
  access: 'public',
  summary: 'Runs into a limit.',
  input: z.object({ limit: z.enum(['lock', 'statement', 'idle_in_transaction_session']) }),
});

const testApp = await startTestApp({
  routes: [
    handle(slow, async ({ db }, { limit }) => {
      await sql`select set_config(${`${limit}_timeout`}, '50ms', true)`.execute(db);
      if (limit === 'lock') await sql`select pg_advisory_xact_lock(7)`.execute(db);
      else if (limit === 'statement') await sql`select pg_sleep(1)`.execute(db);
      else {
        await new Promise((wake) => setTimeout(wake, 300));
        await sql`select 1`.execute(db);
      }
      return null;
    }),
  ],
});
const { visitor } = testApp;

describe('the limits of a transaction', () => {
  test.each(['statement', 'idle_in_transaction_session'] as const)(
    'what runs into the limit %s is refused with when to try again',
    async (limit) => {
      const answer = await visitor.request(slow, { limit });
      expect([answer.status, answer.json]).toMatchObject([503, { error: { type: 'UNAVAILABLE' } }]);
      expect(answer.headers['retry-after']).toBe('5');
    },
  );

  test('a lock that is not free in time is not waited for any longer', async () => {
    const holder = new pg.Client({ connectionString: testApp.databaseUrl });
    await holder.connect();
    await holder.query('select pg_advisory_lock(7)');
    const answer = await visitor.request(slow, { limit: 'lock' }).finally(() => holder.end());
    expect(answer.status).toBe(503);
  });
});
