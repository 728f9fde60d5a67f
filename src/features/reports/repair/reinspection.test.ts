import { describe, expect, test } from 'vitest';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { listActivity } from '#features/appointments/contract.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { makePicture } from '#testing/make-picture.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getReport, listReports } from '../contract.ts';
import { addMedia, removeMedia } from '../editing-contract.ts';
import { publishReport } from '../publishing-contract.ts';
import { downloadReport, getMedia, watchComment } from '../reading-contract.ts';
import * as repair from '../repair-contract.ts';
import { op, readFull, saves } from '../report-for-tests.ts';
import { addTestVideo, sampleVideo } from '../video/video-for-tests.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';
import { bookReinspection, setUpRepairLists } from './repair-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { publishedReport, listed } = setUpRepairLists(testApp);
const { openGate } = setUpReportsCompany(testApp);
const { visitor } = testApp;

describe('a re-inspection', () => {
  test('of five ticked defects has five items, pairs the photos, and sums the same estimates', async () => {
    const { owner, appointmentId, report, comments, listId } = await listed(5);
    const before = await readFull(owner, report.id);
    const list = await visitor.call(repair.getRepairList, { listId });
    const { lists } = await owner.call(repair.listRepairLists, { id: appointmentId });
    const draft = await owner.call(repair.getReinspectionDraft, {
      id: report.id,
      repair_list_id: lists[0]?.id ?? '',
    });
    expect(draft.chosen).toEqual(comments);
    expect(draft.property).toMatchObject({ address: '12 Main St', zip_code: '80301', square_feet: 2400 });
    expect(draft.client_ids).toHaveLength(1);
    expect(draft.service_id).not.toBeNull();
    const { booked, reports } = await bookReinspection(owner, {
      report_id: report.id,
      repair_list_id: lists[0]?.id ?? '',
      comment_ids: draft.chosen,
    });
    expect(reports).toMatchObject([
      { name: `Re-inspection: ${report.name}`, rateable: 5, rated: 0, deficiencies: 5, photos: 0 },
    ]);
    const opened = await readFull(owner, reports[0]?.id ?? '');
    const items = opened.sections.flatMap((section) => section.items);
    expect(items).toHaveLength(5);
    expect(opened.ratings.map((rating) => rating.label)).toEqual([
      'Repaired',
      'Partly repaired',
      'Not repaired',
      'Not accessible',
    ]);
    expect(items.map((item) => item.media.map((photo) => photo.is_before))).toEqual(items.map(() => [true]));

    const incomplete = await owner.request(publishReport, { id: opened.id, confirmed: true });
    expect(incomplete.error?.details).toHaveProperty('missing');
    await saves(
      owner,
      opened,
      items.map((item, i) =>
        op({ type: 'set_rating', item_id: item.id, rating: ['RP', 'RP', 'PR', 'NR', 'NA'][i] ?? null }),
      ),
    );
    const file = new File([await makePicture(50, 40)], 'after.jpg', { type: 'image/jpeg' });
    await owner.call(addMedia, { id: opened.id, media_id: newId(), item_id: items[0]?.id ?? '', file });
    expect((await owner.call(listReports, { id: booked.id })).reports[0]?.photos).toBe(1);
    await openGate(owner, booked.id);
    await owner.call(publishReport, { id: opened.id, confirmed: true });

    const seen = await visitor.call(getReport, { reportId: opened.public_id });
    if (seen.projection !== 'public') throw new Error('not the public report');
    const shown = seen.sections.flatMap((section) => section.items.flatMap((item) => item.comments));
    expect(shown.map((comment) => comment.photos.map((photo) => photo.is_before ?? false))).toEqual([
      [true, false],
      [true],
      [true],
      [true],
      [true],
    ]);
    expect(seen.reinspection).toEqual({
      report: { public_id: report.public_id, name: report.name, version: 1 },
      outcomes: [
        { key: 'RP', label: 'Repaired', count: 2 },
        { key: 'PR', label: 'Partly repaired', count: 1 },
        { key: 'NR', label: 'Not repaired', count: 1 },
        { key: 'NA', label: 'Not accessible', count: 1 },
      ],
      without_outcome: 0,
      totals: { count: 5, estimated: 5, min_cost: 1500, max_cost: 3000 },
    });
    expect(seen.reinspection?.totals).toMatchObject({
      min_cost: list.totals.min_cost,
      max_cost: list.totals.max_cost,
    });
    // The name that readers were given, whatever the report is called since.
    await testApp.writeAs(owner.subscriberId, (w) =>
      updateMine(w, 'reports').set({ name: 'Not published yet' }).where('id', '=', report.id).execute(),
    );
    const later = await visitor.call(getReport, { reportId: opened.public_id });
    expect(later).toMatchObject({ reinspection: { report: { name: report.name } } });
    await testApp.writeAs(owner.subscriberId, (w) =>
      updateMine(w, 'reports').set({ name: report.name }).where('id', '=', report.id).execute(),
    );
    const photo = {
      reportId: opened.public_id,
      mediaId: shown[0]?.photos[0]?.id ?? '',
      size: 'thumb' as const,
    };
    expect((await visitor.request(getMedia, photo)).status).toBe(200);
    const paper = await visitor.request(downloadReport, { reportId: opened.public_id, type: 'full' });
    expect(paper.status).toBe(200);

    // The original is untouched.
    const after = await readFull(owner, report.id);
    expect({ ...after, team_pass: '' }).toEqual({ ...before, team_pass: '' });
    const again = await owner.call(repair.listRepairLists, { id: appointmentId });
    expect(again.lists[0]?.reinspections).toMatchObject([{ id: booked.id }]);
    const activity = await owner.call(listActivity, { id: appointmentId });
    expect(activity.pageData.map((row) => row.type)).toContain('appointment.reinspection_booked');
  });

  test('starts with the service of the last one, unless that was deleted since', async () => {
    const { owner, report, comments } = await publishedReport(1);
    await bookReinspection(owner, { report_id: report.id, comment_ids: comments });
    const serviceOf = async () =>
      (await owner.call(repair.getReinspectionDraft, { id: report.id })).service_id ?? '';
    const last = await serviceOf();
    expect(last).not.toBe('');
    await testApp.writeAs(owner.subscriberId, (w) =>
      updateMine(w, 'services').set({ deleted_at: w.now }).where('id', '=', last).execute(),
    );
    expect(await serviceOf()).not.toBe(last);
  });

  test('is created once for a booking that is sent twice', async () => {
    const { owner, appointmentId, report, comments } = await publishedReport(2);
    const payload = await goodPayload(owner, { date_time: '2031-02-12T09:00', order_id: 'RE-2' });
    const input = { ...payload, reinspection: { report_id: report.id, comment_ids: comments } };
    const headers = { 'idempotency-key': newId() };
    const both = await Promise.all([
      owner.request(bookAppointment, input, { headers }),
      owner.request(bookAppointment, input, { headers }),
    ]);
    expect(both.some((answer) => answer.status === 200)).toBe(true);
    const draft = await owner.call(repair.getReinspectionDraft, { id: report.id });
    expect(draft.booked).toHaveLength(1);
    const { reports } = await owner.call(listReports, { id: draft.booked[0]?.id ?? '' });
    expect(reports.filter((row) => row.name.startsWith('Re-inspection'))).toHaveLength(1);
    expect(draft.appointment.id).toBe(appointmentId);
  });

  test('refuses defects that are not in the published version, other companies’ reports and other lists', async () => {
    const other = await listed(1);
    const mine = await publishedReport(1);
    const drafts = await readFull(mine.owner, mine.report.id);
    const unpublished = drafts.sections
      .flatMap((section) => section.items.flatMap((item) => item.comments))
      .find((comment) => !comment.included);
    const attempt = async (reinspection: object) => {
      const payload = await goodPayload(mine.owner, { date_time: '2031-02-13T09:00', order_id: 'RE-3' });
      return (await mine.owner.request(bookAppointment, { ...payload, reinspection } as never)).error
        ?.details;
    };
    expect(await attempt({ report_id: mine.report.id, comment_ids: [unpublished?.public_id] })).toEqual({
      reinspection: 'Some of these defects aren’t in the published report',
    });
    expect(await attempt({ report_id: other.report.id, comment_ids: other.comments })).toEqual({
      reinspection: 'The report to inspect again isn’t published',
    });
    const { lists } = await other.owner.call(repair.listRepairLists, { id: other.appointmentId });
    expect(
      await attempt({
        report_id: mine.report.id,
        repair_list_id: lists[0]?.id,
        comment_ids: mine.comments,
      }),
    ).toEqual({ reinspection: 'This repair list doesn’t belong to the report' });
    const draft = await mine.owner.call(repair.getReinspectionDraft, { id: mine.report.id });
    expect(draft.booked).toEqual([]);
  });
});

test('photos from before keep the crop with which they were published, whatever the draft has', async () => {
  const { owner, report, comments } = await publishedReport(1);
  const photo = report.sections.flatMap((section) => section.items.flatMap((item) => item.media))[0];
  const media_id = photo?.id ?? '';
  const edit = { rotation: 0 as const, crop: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 } };
  await saves(owner, report, [op({ type: 'update_media', media_id, changes: { edit } })]);
  await owner.call(publishReport, { id: report.id, confirmed: true });
  const { rev } = await readFull(owner, report.id);
  await saves(owner, { id: report.id, rev }, [
    op({ type: 'update_media', media_id, changes: { edit: null } }),
  ]);
  const { reports } = await bookReinspection(owner, { report_id: report.id, comment_ids: comments });
  const opened = await readFull(owner, reports[0]?.id ?? '');
  const [before] = opened.sections.flatMap((section) => section.items.flatMap((item) => item.media));
  expect(before).toMatchObject({ is_before: true, edit });
});

/** A published report with a defect that has a photo and a video. */
async function publishedFilm() {
  const made = await publishedReport(1);
  const items = made.report.sections.flatMap((section) => section.items);
  const comment = items.flatMap((item) => item.comments).find((one) => one.public_id === made.comments[0]);
  if (!comment) throw new Error('no defect');
  const film = await addTestVideo(testApp, made.owner, { report: made.report, comment }, 'Leak');
  await made.owner.call(publishReport, { id: made.report.id, confirmed: true });
  return { ...made, film };
}

test('a video from before plays in the re-inspection, also after it was removed from the earlier report', async () => {
  const { owner, report, comments, film } = await publishedFilm();
  const { booked, reports } = await bookReinspection(owner, { report_id: report.id, comment_ids: comments });
  const opened = await readFull(owner, reports[0]?.id ?? '');
  const [item] = opened.sections.flatMap((section) => section.items);
  const copy = item?.media.find((one) => one.kind === 'video');
  expect(copy).toMatchObject({ is_before: true, caption: 'Leak', duration_ms: film.duration_ms });
  expect(copy?.public_id).not.toBe(film.public_id);
  const played = (reportId: string, mediaId = '', query = '') =>
    testApp.app.inject({ url: `/api/v2/reports/${reportId}/videos/${mediaId}${query}` });
  const isWhole = (answer: { rawPayload: Buffer }) => answer.rawPayload.equals(sampleVideo('film.webm'));
  expect(isWhole(await played(opened.public_id, copy?.public_id, `?t=${opened.team_pass}`))).toBe(true);
  // Only through its own report, and for readers only once that is published.
  expect((await played(opened.public_id, copy?.public_id)).statusCode).toBe(423);
  expect((await played(opened.public_id, film.public_id, `?t=${opened.team_pass}`)).statusCode).toBe(404);
  await saves(owner, opened, [op({ type: 'set_rating', item_id: item?.id ?? '', rating: 'NR' })]);
  await openGate(owner, booked.id);
  await owner.call(publishReport, { id: opened.id, confirmed: true });
  const watched = await visitor.call(watchComment, { commentId: item?.comments[0]?.public_id ?? '' });
  expect(watched.videos.map((video) => video.id)).toEqual([copy?.public_id]);

  await owner.call(removeMedia, { id: report.id, mediaId: film.id });
  await owner.call(publishReport, { id: report.id, confirmed: true });
  await owner.call(removeMedia, { id: opened.id, mediaId: copy?.id ?? '' });
  await testApp.runDueJobs();
  await testApp.advanceTime('31 days');
  expect(isWhole(await played(opened.public_id, copy?.public_id))).toBe(true);
});

test('a copied video that is removed before it is published leaves the earlier report its own', async () => {
  const { owner, report, comments, film } = await publishedFilm();
  const { reports } = await bookReinspection(owner, { report_id: report.id, comment_ids: comments });
  const opened = await readFull(owner, reports[0]?.id ?? '');
  const media = opened.sections.flatMap((section) => section.items.flatMap((item) => item.media));
  const copy = media.find((one) => one.kind === 'video');
  await owner.call(removeMedia, { id: opened.id, mediaId: copy?.id ?? '' });
  await testApp.advanceTime('31 days');
  const left = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'report_media').where('kind', '=', 'video').select('id').execute(),
  );
  expect(left).toEqual([{ id: film.id }]);
  const answer = await testApp.app.inject({
    url: `/api/v2/reports/${report.public_id}/videos/${film.public_id}`,
  });
  expect(answer.rawPayload.equals(sampleVideo('film.webm'))).toBe(true);
});
