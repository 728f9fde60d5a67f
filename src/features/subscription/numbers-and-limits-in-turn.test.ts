import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allocateInvoiceNumber } from '#features/company/allocate-invoice-number.ts';
import { advanceOrderCounter, lockOrderCounter } from '#features/company/order-ids.ts';
import type { WriteCtx } from '#server/context.ts';
import { startTestApp } from '#testing/test-app.ts';
import { setPlan } from './plan-for-tests.ts';
import { lockPlanLimit } from './plan-limits.ts';

const testApp = await startTestApp();

const numbers: [string, (ctx: WriteCtx) => Promise<unknown>][] = [
  [
    'an order id',
    async (ctx) => {
      const counter = await lockOrderCounter(ctx);
      await advanceOrderCounter(ctx, counter, `${counter.prefix}${counter.next}`);
      return counter.next;
    },
  ],
  ['an invoice number', allocateInvoiceNumber],
  ['the limit of the plan', async (ctx) => (await lockPlanLimit(ctx)).canConfirm],
];

test.each(numbers)('transactions that wait for %s hold no connection', async (what, take) => {
  const { subscriberId } = await testApp.create.owner();
  await setPlan(testApp, subscriberId, { maxAppointments: 100 });
  let [inside, most, waiting] = [0, 0, 0];
  const work = async (ctx: WriteCtx) => {
    const taken = await take(ctx);
    most = Math.max(most, ++inside);
    for (let n = 0; n < 5; n++) waiting = Math.max(waiting, await waitingForLocks(ctx));
    inside--;
    return taken;
  };
  const taken = await Promise.all(Array.from({ length: 8 }, () => testApp.writeAs(subscriberId, work)));
  expect({ most, waiting }).toEqual({ most: 1, waiting: 0 });
  if (what !== 'the limit of the plan') expect(new Set(taken).size).toBe(8);
});

/** How many connections to this database wait for a lock. */
async function waitingForLocks(ctx: WriteCtx): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(ctx.db);
  return rows[0]?.waiting ?? 0;
}
