import { describe, expect, test } from 'vitest';
import { sweepReports } from '#app/jobs/sweep-reports.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getReport, listReports } from '../contract.ts';
import { patchReport } from '../editing-contract.ts';
import { createOpenedReport, findComment, op, readFull } from '../report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const shingles = 'Shingles damaged or missing';

describe('a new report', () => {
  test('is created from the template when first opened, with questions included and defects available', async () => {
    const { owner, report, appointmentId } = await createOpenedReport(testApp.create);
    expect(report).toMatchObject({
      status: 'not_started',
      rev: 0,
      published_rev: null,
      name: 'Home inspection report',
    });
    expect(report.sections.map((section) => section.items.length)).toEqual([
      5, 6, 9, 8, 5, 4, 7, 8, 3, 6, 7, 5, 5,
    ]);
    expect(findComment(report, 'In attendance')).toMatchObject({
      included: true,
      answer_type: 'multi',
      answer: null,
    });
    expect(findComment(report, shingles)).toMatchObject({
      included: false,
      category: 2,
      min_cost: 250,
      locations: ['Roof slope front'],
    });
    expect(report.permissions).toMatchObject({ can_edit: true, can_publish: true, can_submit: false });
    expect(report.settings.location_tags).toContain('Kitchen');
    const again = await readFull(owner, report.id);
    expect(again.sections).toEqual(report.sections);
    const { reports } = await owner.call(listReports, { id: appointmentId });
    expect(reports).toMatchObject([{ id: report.id, rated: 0, rateable: 78, photos: 0 }]);
  });

  test('cannot be opened by strangers, nor by visitors with its internal id', async () => {
    const { report } = await createOpenedReport(testApp.create);
    const stranger = await testApp.create.owner();
    expect((await stranger.request(getReport, { reportId: report.id })).error?.type).toBe('NOT_FOUND');
    expect((await stranger.request(getReport, { reportId: report.public_id })).error?.type).toBe('NOT_FOUND');
    expect((await testApp.visitor.request(getReport, { reportId: report.id })).error?.type).toBe('NOT_FOUND');
    const ops = [op({ type: 'remove_section', section_id: report.sections[0]?.id ?? '' })];
    expect((await stranger.request(patchReport, { id: report.id, rev: 0, ops })).error?.type).toBe(
      'NOT_FOUND',
    );
  });

  test('is created at midnight of the appointment’s day if not opened before', async () => {
    const { owner, report } = await createOpenedReport(testApp.create, { date_time: '2030-03-03T09:00' });
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('reports')
        .set({ is_stamped: false })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute(),
    );
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db.deleteFrom('report_sections').where('subscriber_id', '=', owner.subscriberId).execute(),
    );
    const stamped = () =>
      testApp.readAs(owner.subscriberId, (r) =>
        r.db.selectFrom('reports').where('id', '=', report.id).select('is_stamped').executeTakeFirst(),
      );
    await testApp.advanceTime('1 day');
    expect(await sweepReports(testApp.runtime)).toBe(0);
    await testApp.advanceTime('1 day');
    expect(await sweepReports(testApp.runtime)).toBe(1);
    await testApp.runDueJobs();
    expect(await sweepReports(testApp.runtime)).toBe(0);
    expect(await stamped()).toEqual({ is_stamped: true });
  });
});
