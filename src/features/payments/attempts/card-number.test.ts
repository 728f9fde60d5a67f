import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { asPlatformReadOnly } from '#server/db/connect.ts';
import type { DB } from '#server/db/tables.ts';
import { pay } from '../pay-contract.ts';
import { testGateways, typedCardNumbers } from './gateway-cards-for-tests.ts';
import { openPaymentHarness } from './payment-harness-for-tests.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;
const sent: string[] = [];

/** Finds anything that could be a card number: plain, or separated by spaces or dashes. */
function found(text: string): string[] {
  const bare = text.replace(/(?<=\d)[ -](?=\d)/g, '');
  return typedCardNumbers.filter((number) => bare.includes(number));
}

beforeAll(async () => {
  const { app } = testApp;
  const inject = app.inject.bind(app) as (call: unknown) => unknown;
  Object.assign(app, {
    inject: (call: unknown) => {
      sent.push(JSON.stringify(call));
      return inject(call);
    },
  });
  // At each gateway: a paid attempt, a declined one, and one with an unreadable answer.
  for (const gateway of testGateways) {
    const owner = await harness.createCompany(gateway);
    await harness.pay(await harness.createInvoice(owner));
    await harness.pay(await harness.createInvoice(owner), 'declined');
    const acted = await harness.openPayForm(await harness.createInvoice(owner));
    harness.sim(gateway).listener.faults.add({ action: { kind: 'malformed_json' }, times: 2 });
    await testApp.visitor.request(pay, acted.input);
    harness.sim(gateway).listener.faults.clear();
  }
  await harness.waitUntilSettled();
});

test('no request to our server carries the number of an entered card', () => {
  const paying = sent.filter((call) => /\/pay"/.test(call));
  expect(paying.length).toBeGreaterThanOrEqual(15);
  expect(sent.flatMap(found)).toEqual([]);
  // Proves that the search would find one.
  expect(found('4242 4242 4242 4242')).toEqual(['4242424242424242']);
});

test('no gateway webhook carries a card number', () => {
  expect(harness.notices.length).toBeGreaterThan(5);
  expect(harness.notices.flatMap(found)).toEqual([]);
});

test('no row of any table contains a card number, so a dump has none either', async () => {
  const { db } = testApp.runtime;
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(db);
  const seen = new Map<string, number>();
  const search = async (on: Pick<Kysely<DB>, 'getExecutor'>, name: string) => {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(on);
    seen.set(name, Math.max(seen.get(name) ?? 0, rows.length));
    expect(found(rows.map((row) => row.text).join('\n')), name).toEqual([]);
  };
  for (const { name } of tables) await search(db, name);
  // Runs as the platform, which sees all companies, so that row-level security hides nothing from the search.
  await asPlatformReadOnly(db, async (trx) => {
    for (const { name } of tables) {
      const { rows } = await sql<{
        ok: boolean;
      }>`select has_table_privilege(${name}, 'select') as ok`.execute(trx);
      if (rows[0]?.ok) await search(trx, name);
    }
  });
  for (const name of [
    'public.payment_attempts',
    'public.payments',
    'public.webhook_inbox',
    'public.audit_log',
  ])
    expect(seen.get(name), name).toBeGreaterThanOrEqual(5);
  expect([...seen.keys()].some((name) => name.startsWith('pgboss.'))).toBe(true);
});

test('stored gateway answers contain no card number, even when decrypted', async () => {
  for (const subscriberId of harness.companies()) {
    await testApp.writeAs(subscriberId, async (ctx) => {
      const rows = await ctx.db.selectFrom('payment_attempts').select(['id', 'locked_raw']).execute();
      const stored = rows.filter((row) => row.locked_raw !== null);
      expect(stored.length).toBeGreaterThan(0);
      for (const { id, locked_raw } of stored)
        expect(found(ctx.installation.decrypt(locked_raw ?? '', `attempt ${id}`))).toEqual([]);
    });
  }
});

test('no log line and no file contains a card number', () => {
  expect(found(JSON.stringify(testApp.logs))).toEqual([]);
  expect(found(JSON.stringify(testApp.sent.emails))).toEqual([]);
  const { dataDir } = testApp.runtime.config;
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  for (const one of files) expect(found(readFileSync(join(one.parentPath, one.name), 'latin1'))).toEqual([]);
});
