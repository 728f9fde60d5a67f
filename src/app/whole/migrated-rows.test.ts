import { readdirSync, readFileSync } from 'node:fs';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { addMedia } from '#features/reports/editing-contract.ts';
import { publishReport } from '#features/reports/publishing-contract.ts';
import { photoWithGps, setUpReportsCompany } from '#features/reports/written-report-for-tests.ts';
import { asPlatform } from '#server/db/connect.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';

const folder = 'migrations';
const textOf = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');

/** These found no rows. 0097 makes up for them, apart from 0050, whose constraint refuses such rows. */
const madeUpFor = [
  '0047_report_versions.sql',
  '0050_photo_times.sql',
  '0085_due_work.sql',
  '0087_sending_limits.sql',
  '0095_what_grows.sql',
];

test('migrations change rows of companies as app_admin: the owner of the tables sees none of them', () => {
  const hidden = readdirSync(folder).filter((name) =>
    textOf(name)
      .replace(/set local role app_admin;.*?reset role;/gs, '')
      .match(/^(update|delete from|insert into) /m),
  );
  expect(hidden).toEqual(madeUpFor);
});

test('0097 changes the rows that earlier migrations did not see', async () => {
  const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
  afterAll(closeDocuments);
  const { owner, report, comment } = await setUpReportsCompany(testApp).written({ open: true });
  const place = { id: report.id, media_id: newId(), item_id: comment.item_id, comment_id: comment.id };
  const { media } = await owner.call(addMedia, { ...place, file: await photoWithGps() });
  await owner.call(publishReport, { confirmed: true, id: report.id, without_sending: true });
  await testApp.runDueJobs();

  const { db } = testApp.runtime;
  const run = async (statement: RawBuilder<unknown>) =>
    (await asPlatform(db, (trx) => statement.execute(trx))).rows;
  const company = owner.subscriberId;
  const pdfs = sql`select id from stored_files where purpose = 'report-pdf' order by id`;
  const shown = await run(pdfs);
  expect(shown).toHaveLength(2);
  await run(sql`insert into stored_files (subscriber_id, id, purpose, storage_key, name, type, bytes, sha256, created_at)
    values (${company}, ${newId()}, 'report-pdf', 'x', 'x', 'application/pdf', 1, 'x', now())`);
  await run(sql`insert into outbound_messages (subscriber_id, id, key, channel, template_key, to_address, subject,
    body_text, body_html, status, created_at) values (${company}, ${newId()}, 'x', 'email', 'x', 'a@b.test', 'x', 'x', 'x',
    'sent', now() - interval '1 day')`);
  await run(sql`update report_snapshots set kept_media_ids = '{}'`);
  await run(sql`update reports set is_stamped = false, stamp_due_at = null`);

  await db.transaction().execute(async (trx) => {
    for (const statement of textOf('0097_rows_of_companies.sql').split(/;\n/))
      if (statement.trim()) await sql.raw(statement).execute(trx);
  });

  expect(await run(pdfs)).toEqual(shown);
  expect(await run(sql`select kept_media_ids from report_snapshots`)).toEqual([
    { kept_media_ids: [media.id] },
  ]);
  expect(await run(sql`select count(*)::int from reports where stamp_due_at is null`)).toEqual([
    { count: 0 },
  ]);
  expect(await run(sql`select kind, used from sending_hours where starts_at < now()`)).toEqual([
    { kind: 'email', used: 1 },
  ]);
});
