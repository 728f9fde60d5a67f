import { expect, test } from 'vitest';
import type { PublishDoubt } from '#domain/reports/publishing.ts';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as publishing from '../publishing-contract.ts';
import { readFull } from '../report-for-tests.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

test('asks once, naming what speaks against it, and completes the appointment at its end', async () => {
  const { owner, report, appointmentId, rev } = await written({ date: '2030-03-04T09:00' });
  const publish = (more: { confirmed?: boolean } = {}) =>
    owner.request(publishing.publishReport, { id: report.id, without_sending: true, ...more });
  const refused = await publish();
  expect([refused.status, refused.error?.type]).toEqual([409, 'CONFLICT']);
  const { confirm } = (refused.error?.details ?? {}) as { confirm: PublishDoubt[] };
  expect(confirm.map((doubt) => doubt.what)).toEqual(['early', 'unrated']);
  expect(confirm).toMatchObject([{ starts_at: '2030-03-04T14:00:00.000Z' }, { rated: 1 }]);
  expect((await readFull(owner, report.id)).status).toBe('in_progress');

  expect((await publish({ confirmed: true })).data).toMatchObject({
    status: 'published',
    published_rev: rev,
  });
  expect((await publish()).status).toBe(200);
  // Browser and server decide by the same fact, which stays after unpublishing.
  await owner.call(publishing.unpublishReport, { id: report.id });
  const withdrawn = await readFull(owner, report.id);
  expect([withdrawn.published_rev, typeof withdrawn.first_published_at]).toEqual([null, 'string']);
  expect((await publish()).status).toBe(200);
  // The owner's session ends while the clock advances.
  const seen = () =>
    testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'appointments')
        .where('id', '=', appointmentId)
        .select(['published', 'status'])
        .executeTakeFirst(),
    );
  await testApp.runDueJobs();
  expect(await seen()).toEqual({ published: true, status: 'scheduled' });
  await testApp.advanceTime('5 days');
  expect(await seen()).toEqual({ published: true, status: 'completed' });
});
