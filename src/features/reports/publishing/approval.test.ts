import { describe, expect, test } from 'vitest';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { getDashboard } from '#features/dashboard/contract.ts';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { listReports } from '../contract.ts';
import * as publishing from '../publishing-contract.ts';
import { readFull } from '../report-for-tests.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

async function withAuthor() {
  const made = await written({ open: true });
  const author = await testApp.create.member(made.owner, {
    type: 'staff',
    flags: { can_edit_schedule: true },
  });
  return { ...made, author };
}

const waiting = async (person: TestUser) => {
  const { pageData } = await person.call(listAppointments, { waiting: true });
  return pageData.map((row) => row.id);
};
const countEvents = (owner: TestUser, type: string) =>
  testApp.readAs(owner.subscriberId, async (r) => {
    const rows = await mine(r, 'events').where('type', '=', type).select('id').execute();
    return rows.length;
  });

describe('a report that needs approval', () => {
  test('is found by the filter and the dashboard, returned with a note, submitted again and published', async () => {
    const { owner, author, report, appointmentId } = await withAuthor();
    const id = report.id;
    const toApprove = async (person: TestUser) =>
      (await person.call(getDashboard, {})).attention?.approvals ?? null;
    expect([await waiting(owner), await toApprove(owner)]).toEqual([[], { count: 0, isCapped: false }]);
    expect((await readFull(author, id)).permissions).toMatchObject({ can_publish: false, can_submit: true });
    await author.call(publishing.submitReport, { id });
    expect([await waiting(owner), await toApprove(owner), await toApprove(author)]).toEqual([
      [appointmentId],
      { count: 1, isCapped: false },
      null,
    ]);
    const name = (await readFull(owner, id)).approval.submitted_by;
    expect(name).not.toBe('');
    expect((await owner.call(listReports, { id: appointmentId })).reports).toMatchObject([
      { status: 'pending_approval', submitted_by: name, submitted_at: '2030-03-01T14:00:00.000Z' },
    ]);
    await owner.call(publishing.returnReport, { id, note: 'Photo of the attic\nis missing' });
    expect(await readFull(author, id)).toMatchObject({
      status: 'in_progress',
      approval: {
        returned: {
          by: 'Olive Owner',
          at: '2030-03-01T14:00:00.000Z',
          note: 'Photo of the attic\nis missing',
        },
      },
    });
    expect(await waiting(owner)).toEqual([]);
    await author.call(publishing.submitReport, { id });
    expect((await readFull(author, id)).approval.returned).toBeNull();
    await owner.call(publishing.publishReport, { confirmed: true, id, without_sending: true });
    expect(await readFull(author, id)).toMatchObject({
      status: 'published',
      approval: { published_by: 'Olive Owner', submitted_by: name, returned: null },
    });
    expect(await waiting(owner)).toEqual([]);
  });

  test('is published once by two at the same moment: one version, one event, one mail for each reader', async () => {
    const { owner, report } = await withAuthor();
    const publish = () => owner.request(publishing.publishReport, { confirmed: true, id: report.id });
    const answers = await Promise.all([publish(), publish(), publish()]);
    expect(answers.every((answer) => answer.success)).toBe(true);
    const counts = await testApp.readAs(owner.subscriberId, async (r) => ({
      versions: (await mine(r, 'report_snapshots').select('rev').execute()).length,
      mails: (
        await mine(r, 'outbound_messages')
          .where('template_key', '=', 'report_published')
          .select('id')
          .execute()
      ).length,
      first: (await mine(r, 'events').where('type', '=', 'report.published').select('data').execute()).filter(
        (event) => (event.data as { is_first: boolean }).is_first,
      ).length,
    }));
    expect(counts).toEqual({ versions: 1, mails: 1, first: 1 });
  });

  test('submitted while it is published is published, whoever comes first', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { owner, author, report } = await withAuthor();
      const [submitted, published] = await Promise.all([
        author.request(publishing.submitReport, { id: report.id }),
        owner.request(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true }),
      ]);
      expect(published.success).toBe(true);
      if (!submitted.success) expect(submitted.error?.type).toBe('CONFLICT');
      expect((await readFull(owner, report.id)).status).toBe('published');
      expect(await countEvents(owner, 'report.published')).toBe(1);
    }
  });
});
