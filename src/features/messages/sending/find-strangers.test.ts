import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { asPlatform } from '#server/db/connect.ts';
import { newId } from '#server/ids.ts';
import { statementsDuring } from '#testing/statements.ts';
import { startTestApp } from '#testing/test-app.ts';
import { findStrangers } from './find-strangers.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

test('among 100,000 contacts, those with an address are found by an index', async () => {
  const { subscriberId } = await testApp.create.owner();
  await asPlatform(testApp.runtime.db, async (trx) => {
    await sql`insert into contacts (subscriber_id, id, public_id, kind, first_name, first_name_key, last_name_key, email, created_at, updated_at)
      select ${subscriberId}, gen_random_uuid(), 'many-' || n, case n % 2 when 0 then 'client' else 'agent' end, 'Ann', '', '',
        'person' || n || '@many.example', '2030-01-01', '2030-01-01' from generate_series(1, 100000) n`.execute(
      trx,
    );
  });
  // Only its owner may analyze a table.
  const owner = new pg.Client({ connectionString: testApp.databaseUrl });
  await owner.connect();
  await owner.query('analyze contacts');
  await owner.end();
  const mail = (to_address: string, person_id: string | null = null) => ({
    ...{ id: newId(), channel: 'email' as const, template_key: 'x', person_id },
    ...{ to_address, cc_address: '', bcc_address: '' },
  });
  const mails = [mail('person77@many.example'), mail('stranger@many.example', newId())];
  const [statement] = await statementsDuring('"contacts"."email_cc"', async () =>
    expect(await testApp.writeAs(subscriberId, (w) => findStrangers(w, mails))).toEqual([
      'stranger@many.example',
    ]),
  );
  const { text = '', values = [] } = statement ?? {};
  const literal = (value: unknown): string =>
    Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`;
  const filled = text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]));
  const plan = await testApp.readAs(subscriberId, async (r) => {
    const { rows } = await sql<Record<string, string>>`explain ${sql.raw(filled)}`.execute(r.db);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
  expect(plan).toContain('contacts_by_email');
  expect(plan).not.toContain('Seq Scan on contacts');
});
