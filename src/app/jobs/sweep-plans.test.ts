import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asPlatform } from '#server/db/connect.ts';
import { type Statement, statementsDuring } from '#testing/statements.ts';
import { startTestApp } from '#testing/test-app.ts';
import { jobs } from '../features.ts';
import { sweepAutomations } from './sweep-automations.ts';
import { sweepHeldMessages } from './sweep-held-messages.ts';
import { sweepPayments } from './sweep-payments.ts';
import { sweepReports } from './sweep-reports.ts';
import { sweepSyncs } from './sweep-syncs.ts';
import { sweepWebhooks } from './sweep-webhooks.ts';

const { runtime } = await startTestApp({ at: '2030-03-01T14:00:00Z' });

/** The plan of a statement where an index is used if one fits. */
async function planOf({ text, values }: Statement): Promise<string> {
  const filled = text.replace(/\$(\d+)/g, (_, n: string) => `'${String(values[Number(n) - 1])}'`);
  return asPlatform(runtime.db, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<Record<string, string>>`explain ${sql.raw(filled)}`.execute(trx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
}

test.each([
  ['automation_jobs', () => sweepAutomations(runtime)],
  ['outbound_messages', () => sweepHeldMessages(runtime)],
  ['payment_attempts', () => sweepPayments(runtime)],
  ['payment_refunds', () => sweepPayments(runtime)],
  ['merchant_applications', () => sweepPayments(runtime)],
  ['reports', () => sweepReports(runtime)],
  ['sync_cursors', () => sweepSyncs(runtime, jobs)],
  ['webhook_deliveries', () => sweepWebhooks(runtime)],
])('the sweep of %s finds what is due by an index, a bounded number at a time', async (table, sweep) => {
  const [statement] = await statementsDuring(`from "${table}"`, sweep);
  if (!statement) throw new Error('nothing was read');
  expect(statement.text).toContain('limit');
  expect(await planOf(statement)).not.toContain(`Seq Scan on ${table}`);
});
