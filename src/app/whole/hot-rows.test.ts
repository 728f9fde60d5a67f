import pg from 'pg';
import { expect, test } from 'vitest';
import { grantTextCredits, reserveTextCredits } from '#features/messages/texting/text-credits.ts';
import { lockByAppointment } from '#features/payments/store.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** Returns the most transactions that waited for a lock in the database while this work ran 20 times at once. */
async function mostWaiting(of: string, work: (w: WriteCtx) => Promise<unknown>): Promise<number> {
  const observer = new pg.Client({ connectionString: testApp.databaseUrl });
  await observer.connect();
  let [most, isDone] = [0, false];
  const watch = async () => {
    while (!isDone) {
      const { rows } = await observer.query(`select count(*)::int as many from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      most = Math.max(most, rows[0]?.many ?? 0);
      await pause(1);
    }
  };
  const watching = watch();
  await Promise.all(
    Array.from({ length: 20 }, () =>
      testApp.writeAs(of, async (w) => {
        await work(w);
        await pause(5);
      }),
    ),
  );
  isDone = true;
  await watching;
  await observer.end();
  return most;
}

test('many reports of one payment wait for its invoice without a connection', async () => {
  const owner = await testApp.create.owner();
  const { appointment } = await bookedAppointment(owner);
  expect(await mostWaiting(owner.subscriberId, (w) => lockByAppointment(w, appointment.id))).toBe(0);
});

test('the texts of a company wait for its credits without a connection, and each is counted once', async () => {
  const { subscriberId: of } = await testApp.create.owner();
  await testApp.writeAs(of, (w) => grantTextCredits(w, 100, 'Bundle'));
  const take = async (w: WriteCtx) => {
    const id = newId();
    await w.db
      .insertInto('outbound_messages')
      .values({
        ...{ subscriber_id: of, id, key: id, channel: 'text', template_key: 'x', to_address: '+1' },
        created_at: w.now,
      })
      .execute();
    await reserveTextCredits(w, id, 3);
  };
  expect(await mostWaiting(of, take)).toBe(0);
  const left = await testApp.readAs(of, (r) =>
    r.db.selectFrom('text_balances').where('subscriber_id', '=', of).select('credits').executeTakeFirst(),
  );
  expect(left).toEqual({ credits: 40 });
});
