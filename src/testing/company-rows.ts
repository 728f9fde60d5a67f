import { sql } from 'kysely';
import { asPlatformReadOnly } from '#server/db/connect.ts';
import type { TestApp } from './test-app.ts';

/** Every row of one company, as text by table, to detect changes and data of other companies. */
export async function readCompanyRows(
  testApp: TestApp,
  subscriberId: string,
): Promise<Record<string, string>> {
  return asPlatformReadOnly(testApp.runtime.db, async (trx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'subscriber_id' order by 1`.execute(trx);
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string | null }>`
        select string_agg(t::text, e'\\n' order by t::text) as text from ${sql.table(name)} t
        where subscriber_id = ${subscriberId}`.execute(trx);
      found[name] = rows[0]?.text ?? '';
    }
    return found;
  });
}

/** All ids and public ids in these rows. */
export function idsIn(rows: Record<string, string>): Set<string> {
  const text = Object.values(rows).join('\n');
  return new Set(text.match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? []);
}
