import { describe, expect, test } from 'vitest';
import { bookAppointment, updateAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { statementsDuring } from '#testing/statements.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { listReports } from '../contract.ts';
import * as contract from '../detaching-contract.ts';
import * as editing from '../editing-contract.ts';
import * as publishing from '../publishing-contract.ts';
import { op, readFull, saves } from '../report-for-tests.ts';
import { takeOverTemplate } from '../take-over-contract.ts';
import { photoWithGps, setUpReportsCompany } from '../written-report-for-tests.ts';
import { deleteDetachedReport } from './delete-detached-report.job.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

/** Changes the templates of the appointment to none, or to those given. */
async function choose(owner: TestUser, id: string, templates: string[]) {
  const appointment = await owner.call(getAppointment, { inspection_id: id });
  if (appointment.projection !== 'full') throw new Error('not the whole appointment');
  await owner.call(updateAppointment, { id, rev: appointment.rev, templates });
  return appointment.templates;
}

async function seen(owner: TestUser, id: string) {
  const { reports } = await owner.call(listReports, { id });
  const detached = await owner.call(contract.listDetached, { id });
  return { reports: reports.map((one) => one.id), detached: detached.reports };
}

/** A report with one entry and a photo whose template was removed. */
async function detached() {
  const made = await written();
  const { media } = await made.owner.call(editing.addMedia, {
    id: made.report.id,
    media_id: newId(),
    item_id: made.comment.item_id,
    file: await photoWithGps(),
  });
  const templates = await choose(made.owner, made.appointmentId, []);
  return { ...made, media, templates };
}

describe('a report whose template was removed', () => {
  test('with one entry is detached: written, but neither submitted nor published, and out of the list', async () => {
    const { owner, report, appointmentId, comment } = await detached();
    const { reports, detached: rows } = await seen(owner, appointmentId);
    expect(reports).toEqual([]);
    expect(rows).toMatchObject([
      { id: report.id, deficiencies: 1, photos: 1, deleted_at: '2030-03-31T14:00:00.000Z' },
    ]);
    // A device that was offline still sends what was written.
    const { rev } = await readFull(owner, report.id);
    const sent = await saves(owner, { id: report.id, rev }, [
      op({ type: 'update_comment', comment_id: comment.id, changes: { recommendation: 'Roofer' } }),
    ]);
    expect(sent.results.map((one) => one.refused)).toEqual([null]);
    for (const route of [publishing.publishReport, publishing.submitReport])
      expect((await owner.request(route, { id: report.id, confirmed: true })).error).toMatchObject({
        type: 'CONFLICT',
        message: 'This report was detached from its appointment. Restore it first.',
      });
    expect((await readFull(owner, report.id)).permissions).toMatchObject({ can_publish: false });
    expect((await owner.request(takeOverTemplate, { id: report.id, version: 1 })).success).toBe(false);
  });

  test('appears on an open page: a change of the services reloads its reports', () => {
    const [list, lost] = [listReports, contract.listDetached].map((read) => read.invalidates?.[0] ?? '');
    expect(updateAppointment.invalidates).toEqual(expect.arrayContaining([list, lost]));
  });

  test('is read together with the others, however many there are', async () => {
    const { owner, report, appointmentId, templates } = await detached();
    const payload = await goodPayload(owner, { order_id: '7', date_time: '2031-02-17T09:00', templates });
    const other = await owner.call(bookAppointment, payload);
    const second = await readFull(owner, other.reports[0]?.id ?? '');
    const item = second.sections[0]?.items[0]?.id ?? '';
    await saves(owner, second, [op({ type: 'set_rating', item_id: item, rating: 'IN' })]);
    await choose(owner, other.id, []);
    await testApp.writeAs(owner.subscriberId, (w) =>
      updateMine(w, 'reports')
        .set({ appointment_id: appointmentId, template_id: null })
        .where('id', '=', second.id)
        .execute(),
    );
    for (const table of ['report_sections', 'report_items', 'report_comments', 'report_media']) {
      const statements = await statementsDuring(`from "${table}"`, () =>
        owner.call(contract.listDetached, { id: appointmentId }),
      );
      expect([table, statements.length]).toEqual([table, 1]);
    }
    const { detached: rows } = await seen(owner, appointmentId);
    expect(rows.map(({ id, rated, deficiencies, photos }) => [id, rated, deficiencies, photos])).toEqual(
      expect.arrayContaining([
        [second.id, 1, 0, 0],
        [report.id, expect.any(Number), 1, 1],
      ]),
    );
  });

  test('comes back with its template, or by hand without it and then stays', async () => {
    const { owner, report, appointmentId, templates } = await detached();
    await choose(owner, appointmentId, templates);
    expect(await seen(owner, appointmentId)).toEqual({ reports: [report.id], detached: [] });
    await choose(owner, appointmentId, []);
    await owner.call(contract.attachReport, { id: report.id });
    await owner.call(contract.attachReport, { id: report.id });
    expect(await seen(owner, appointmentId)).toEqual({ reports: [report.id], detached: [] });
    await choose(owner, appointmentId, templates);
    await choose(owner, appointmentId, []);
    expect(await seen(owner, appointmentId)).toEqual({ reports: [report.id], detached: [] });
  });

  test('stays with its appointment while it is published, and is detached for ever once it was', async () => {
    const { owner, report, appointmentId } = await written();
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
    await choose(owner, appointmentId, []);
    expect((await seen(owner, appointmentId)).reports).toEqual([report.id]);
    await owner.call(publishing.unpublishReport, { id: report.id });
    await choose(owner, appointmentId, []);
    const { detached: rows } = await seen(owner, appointmentId);
    expect(rows).toMatchObject([{ id: report.id, deleted_at: null }]);
    expect((await owner.request(contract.deleteDetached, { id: report.id })).error?.type).toBe('CONFLICT');
    await testApp.advanceTime('40 days');
    await testApp.runDueJobs();
    const again = await testApp.create.signInAgain(owner);
    expect((await seen(again, appointmentId)).detached).toHaveLength(1);
  });

  test('takes the place of an untouched report of another appointment, not of one in which something was written', async () => {
    const { owner, report, appointmentId } = await detached();
    const book = async (order_id: string) =>
      owner.call(
        bookAppointment,
        await goodPayload(owner, { order_id, date_time: `2031-02-1${order_id}T09:00` }),
      );
    const [empty, busy] = [await book('1'), await book('2')];
    const other = await readFull(owner, busy.reports[0]?.id ?? '');
    await saves(owner, other, [
      op({ type: 'set_rating', item_id: other.sections[0]?.items[0]?.id ?? '', rating: 'IN' }),
    ]);
    const attach = (appointment_id: string) =>
      owner.request(contract.attachReport, { id: report.id, appointment_id });
    expect((await attach(busy.id)).error).toMatchObject({
      type: 'CONFLICT',
      message: 'That appointment already has a report from the same template',
    });
    expect((await attach(newId())).error?.type).toBe('BAD_USER_INPUT');
    const canceled = await book('3');
    await testApp.writeAs(owner.subscriberId, (w) =>
      updateMine(w, 'appointments').set({ status: 'canceled' }).where('id', '=', canceled.id).execute(),
    );
    expect((await attach(canceled.id)).error?.message).toBe('The appointment has been canceled');
    expect((await attach(empty.id)).success).toBe(true);
    expect(await seen(owner, empty.id)).toEqual({ reports: [report.id], detached: [] });
    expect(await seen(owner, appointmentId)).toEqual({ reports: [], detached: [] });
    // Changing the templates there again neither doubles nor loses it.
    const templates = await choose(owner, empty.id, []);
    await choose(owner, empty.id, templates);
    expect((await seen(owner, empty.id)).reports).toEqual([report.id]);
  });
});

describe('deleting a detached report', () => {
  const files = (owner: TestUser) =>
    testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'stored_files').where('purpose', '=', 'report-photo').select('storage_key').execute(),
    );
  const rows = (owner: TestUser) =>
    testApp.readAs(owner.subscriberId, (r) => mine(r, 'reports').select('id').execute());

  test('after 30 days removes it with its photos; restored before, it stays', async () => {
    const [gone, kept] = [await detached(), await detached()];
    const keys = await files(gone.owner);
    expect(keys).toHaveLength(3);
    await testApp.advanceTime('29 days');
    await testApp.runDueJobs();
    const again = await testApp.create.signInAgain(kept.owner);
    await again.call(contract.attachReport, { id: kept.report.id });
    await testApp.advanceTime('2 days');
    await testApp.runDueJobs();
    expect([await rows(gone.owner), await files(gone.owner)]).toEqual([[], []]);
    for (const { storage_key } of keys) expect(await testApp.runtime.files.exists(storage_key)).toBe(false);
    expect([(await rows(kept.owner)).length, (await files(kept.owner)).length]).toEqual([1, 3]);
  });

  test('by hand is final at once, and goes on after the worker was killed', async () => {
    const { owner, report, appointmentId, templates } = await detached();
    const { files: store } = testApp.runtime;
    const { remove } = store;
    let removed = 0;
    Object.assign(store, {
      remove: async (key: string) => {
        removed += 1;
        if (removed === 2) throw new Error('killed');
        await remove.call(store, key);
      },
    });
    await owner.call(contract.deleteDetached, { id: report.id });
    expect((await owner.request(contract.attachReport, { id: report.id })).error?.type).toBe('NOT_FOUND');
    // Its template makes a new report.
    await choose(owner, appointmentId, templates);
    const { reports } = await seen(owner, appointmentId);
    expect(reports).toHaveLength(1);
    expect(reports).not.toContain(report.id);
    await testApp.runDueJobs().catch(() => undefined);
    Object.assign(store, { remove });
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.enqueue(deleteDetachedReport, { report_id: report.id }, { key: `deleted:${report.id}` }),
    );
    await testApp.runDueJobs();
    expect([(await rows(owner)).map((row) => row.id), await files(owner)]).toEqual([reports, []]);
  });
});
