import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { signUp } from '#features/auth/contract.ts';
import { shortUrl } from '#features/links/short-links.ts';
import { asPlatform } from '#server/db/connect.ts';
import { createFullCompany } from '#testing/full-company.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createTestUser } from '#testing/test-user.ts';
import type { Route } from '#wire/route.ts';
import { routes } from '../features.ts';

const testApp = await startTestApp();
const { owner, ids } = await createFullCompany(testApp, 'Scanned');
const admin = await testApp.create.admin();
const gets = routes.map((each) => each.route).filter((route) => route.method === 'GET');
await testApp.visitor.call(signUp, {
  ...{ first_name: 'Ann', last_name: 'Owner', company_name: 'Unverified', phone: '(512) 555-0100' },
  ...{ email: 'ann@unverified.test', password: 'correct-Horse1' },
  ...{ terms_of_policy: true, receive_communication: false },
});
const shortLink = await testApp.writeAs(owner.subscriberId, (w) =>
  shortUrl(w, `${w.installation.publicUrl}/reports`, null),
);
await testApp.runDueJobs();
const mailed = testApp.sent.emails.find((mail) => mail.to.some((to) => to.address === 'ann@unverified.test'));
/** The links of mails and texts that the samples do not have. */
const secrets: Record<string, Record<string, unknown>> = {
  'GET /v2/public/short-links/{uniqId}': { uniqId: shortLink.split('/').at(-1) },
  'GET /v2/auth/verify-email': { token: /token=([\w-]+)/.exec(mailed?.text ?? '')?.[1] },
};

/** What a GET may write, and why. */
const written: Record<string, readonly string[]> = {
  // The key of the installation, created when it is first needed.
  'HEAD /v2/public/seal-certificates': ['public.seal_keys'],
  // Counts how often the link was opened; mail scanners, which ask by HEAD, do not count.
  'GET /v2/public/short-links/{uniqId}': ['public.short_links'],
};

/** The version of each row of each table, without counters of calls and the store of PDFs by their content. */
async function versions(): Promise<ReadonlyMap<string, string>> {
  return asPlatform(testApp.runtime.db, async (trx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'pgboss') and tablename not in ('rate_limits', 'rendered_documents')
        and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`.execute(trx);
    const each = tables.map(
      ({ name }) => sql`select ${name} as name,
        coalesce(md5(string_agg(ctid::text || xmin::text, ' ' order by ctid)), '') as rows
        from ${sql.raw(name)}`,
    );
    const { rows } = await sql<{ name: string; rows: string }>`${sql.join(each, sql` union all `)}`.execute(
      trx,
    );
    return new Map(rows.map((row) => [row.name, row.rows]));
  });
}

/** Rises with each transaction that writes, of any database of the server: equal means that nothing was written. */
async function lastWrite(): Promise<string> {
  const { rows } = await sql<{
    at: string;
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as at`.execute(testApp.runtime.db);
  return rows[0]?.at ?? '';
}

const changedTables = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  [...after].filter(([name, rows]) => before.get(name) !== rows).map(([name]) => name);

test('the versions of rows show every write', async () => {
  const before = await versions();
  await testApp.writeAs(owner.subscriberId, (w) =>
    w.db.updateTable('users').set({ updated_at: w.now }).where('id', '=', owner.id).execute(),
  );
  expect(changedTables(before, await versions())).toEqual(['public.users']);
});

/** Calls a GET route with this method. */
async function open(route: Route, method: 'GET' | 'HEAD', ip: string): Promise<number> {
  const who = route.access === 'admin' ? admin : route.access === 'public' ? testApp.visitor : owner;
  const inject = (call: object) => testApp.app.inject({ ...call, method });
  const caller = createTestUser({ inject } as unknown as typeof testApp.app, who);
  const input = { ...goodInput(route, ids), ...secrets[`GET ${route.path}`] };
  return (await caller.request(route, input, { ip })).status;
}

test('no GET or HEAD of any route changes a row', async () => {
  const changed: Record<string, string[]> = {};
  let [before, at, calls, answered] = [await versions(), await lastWrite(), 0, 0];
  for (const method of ['HEAD', 'GET'] as const) {
    for (const route of gets) {
      calls += 1;
      if ((await open(route, method, `10.9.${calls >> 8}.${calls & 255}`)) < 400) answered += 1;
      const now = await lastWrite();
      if (now === at) continue;
      const after = await versions();
      const tables = changedTables(before, after);
      if (tables.length > 0) changed[`${method} ${route.path}`] = tables;
      [before, at] = [after, now];
    }
  }
  expect(changed).toEqual(written);
  expect(answered).toBeGreaterThan(gets.length * 1.9);
});
