import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import { gateways, openPayBench, typedNumbers } from './pay-bench-for-tests.ts';
import { runStorm } from './storm-for-tests.ts';

const bench = await openPayBench({ timeoutMs: 150 });
/** The long storm is `npm run bench -- payments`. */
const count = Number(process.env.GABLE_STORM_PAYMENTS ?? 5);

test.each(gateways)(
  'gateway %i: whatever fails, each invoice is charged and booked once',
  { timeout: 60_000 + count * 2000 },
  async (gateway) => {
    const story = await runStorm(bench, gateway, count, 40 + gateway);
    expect(story.filter((one) => one.charges > 1)).toEqual([]);
    expect(story.filter((one) => one.charges !== one.booked)).toEqual([]);
    expect(story.filter((one) => one.refundedHere !== one.refundedThere)).toEqual([]);
    expect(story.filter((one) => one.paidCents !== one.bookedCents - one.refundedHere)).toEqual([]);
    expect(story.filter((one) => one.isOpen)).toEqual([]);
    expect(story.some((one) => one.booked === 1)).toBe(true);
  },
);

test('a card number that was typed is in no table and no log', async () => {
  const { house } = bench;
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(house.house.db);
  const owners = await house.reads(bench.companies()[0] ?? '', (ctx) =>
    mine(ctx, 'payments').selectAll().execute(),
  );
  expect(owners.length).toBeGreaterThan(0);
  for (const subscriberId of bench.companies()) {
    await house.writes(subscriberId, async (ctx) => {
      for (const { name } of tables) {
        if (!name.startsWith('public.')) continue;
        const allowed = await sql<{
          ok: boolean;
        }>`select has_table_privilege(${name}, 'select') as ok`.execute(ctx.db);
        if (!allowed.rows[0]?.ok) continue;
        const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(
          ctx.db,
        );
        const all = rows.map((row) => row.text).join('\n');
        for (const number of typedNumbers) expect(all.includes(number), name).toBe(false);
      }
    });
  }
  const { rows: jobs } = await sql<{ text: string }>`select data::text as text from pgboss.job`.execute(
    house.house.db,
  );
  const told = `${JSON.stringify(house.logged)}\n${jobs.map((row) => row.text).join('\n')}`;
  for (const number of typedNumbers) expect(told.includes(number)).toBe(false);
});
