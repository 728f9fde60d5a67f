import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addMinutes } from '#domain/base/time.ts';
import { startTestApp } from '#testing/test-app.ts';
import { rebuildPdfs } from '../publishing-contract.ts';
import { readFull } from '../report-for-tests.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

const queuedFor = async (subscriberId: string) => {
  const { rows } = await sql<{ priority: number }>`
    select priority from pgboss.job where name = 'reports/build-pdf' and data ->> 'subscriberId' = ${subscriberId}
    order by created_on, id`.execute(testApp.runtime.db);
  return rows.map((row) => row.priority);
};

test('a company with many PDFs in the queue does not hold up the first one of another', async () => {
  const busy = await written();
  const calm = await written();
  // Four more reports of the busy company wait already.
  await testApp.writeAs(busy.owner.subscriberId, (w) =>
    sql`
      insert into reports (subscriber_id, id, public_id, appointment_id, template_version, name, status, position, ratings,
        pdf_status, created_at, updated_at)
      select subscriber_id, gen_random_uuid(), public_id || n, appointment_id, 1, name, status, position, ratings,
        'queued', created_at, updated_at
      from reports, generate_series(1, 4) n where subscriber_id = ${busy.owner.subscriberId}::uuid`.execute(
      w.db,
    ),
  );
  await busy.owner.call(rebuildPdfs, { reportId: busy.report.id });
  await calm.owner.call(rebuildPdfs, { reportId: calm.report.id });
  const [[ofBusy = 0], [ofCalm = 0]] = [
    await queuedFor(busy.owner.subscriberId),
    await queuedFor(calm.owner.subscriberId),
  ];
  expect(ofCalm).toBeGreaterThan(ofBusy);
});

test('PDFs are never waited for in vain: after a while they count as failed, and can be asked for again', async () => {
  const { owner, report } = await written();
  const state = async () => {
    const { pdf_status, pdf_problem } = await readFull(owner, report.id);
    return [pdf_status, pdf_problem];
  };
  await owner.call(rebuildPdfs, { reportId: report.id });
  expect(await state()).toEqual(['queued', null]);
  // The worker died for good.
  await sql`delete from pgboss.job where name = 'reports/build-pdf'`.execute(testApp.runtime.db);
  await testApp.writeAs(owner.subscriberId, (w) =>
    sql`update reports set pdf_queued_at = ${addMinutes(w.now, -16)} where id = ${report.id}::uuid`.execute(
      w.db,
    ),
  );
  expect(await state()).toEqual(['failed', 'unexpected']);
  await owner.call(rebuildPdfs, { reportId: report.id });
  expect(await state()).toEqual(['queued', null]);
  await testApp.runDueJobs();
  expect(await state()).toEqual(['ready', null]);
}, 60_000);
