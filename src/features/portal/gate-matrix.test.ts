import { describe, expect, test } from 'vitest';
import { getReport } from '#features/reports/contract.ts';
import * as editing from '#features/reports/editing-contract.ts';
import { publishReport } from '#features/reports/publishing-contract.ts';
import { downloadReport, getMedia, getVideo, watchComment } from '#features/reports/reading-contract.ts';
import { createRepairRecord } from '#features/reports/repair/repair-record-for-tests.ts';
import { downloadRepairList, getRepairList } from '#features/reports/repair-contract.ts';
import { listReportPdfs } from '#features/reports/report-pdfs-contract.ts';
import { getSample, getSamplePhoto, makeSample } from '#features/reports/samples-contract.ts';
import { listVersions } from '#features/reports/versions-contract.ts';
import { addTestVideo } from '#features/reports/video/video-for-tests.ts';
import { photoWithGps, setUpReportsCompany } from '#features/reports/written-report-for-tests.ts';
import { newId } from '#server/ids.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getClientView } from './contract.ts';
import * as office from './office-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

type Reader = TestApp['visitor'];
type Pass = { p?: string; v?: string };
type Ask = (of: Made, who: Reader, pass: Pass) => Promise<{ status: number }>;

const media =
  (which: 'photo' | 'marked' | 'video', more: { version?: number } = {}): Ask =>
  (of, who, pass) =>
    who.request(getMedia, { ...idOf(of), mediaId: of[which], size: 'thumb', ...more, ...pass });
const idOf = (of: Made) => ({ reportId: of.report.public_id });

/** Everything of a report that has an address. A new kind of address joins with one line, and is tested in every state. */
const resources: Readonly<Record<string, Ask>> = {
  page: (of, who, pass) => who.request(getReport, { ...idOf(of), ...pass }),
  'former version': (of, who, pass) => who.request(getReport, { ...idOf(of), version: 1, ...pass }),
  'list of versions': (of, who, pass) => who.request(listVersions, { ...idOf(of), ...pass }),
  PDF: (of, who, pass) => who.request(downloadReport, { ...idOf(of), type: 'full', ...pass }),
  'summary PDF': (of, who, pass) => who.request(downloadReport, { ...idOf(of), type: 'summary', ...pass }),
  photo: media('photo'),
  'photo of a version': media('photo', { version: 1 }),
  'annotated photo': media('marked'),
  'annotated photo of a version': media('marked', { version: 1 }),
  video: (of, who, pass) => who.request(getVideo, { ...idOf(of), mediaId: of.video, ...pass }),
  // A video has two more addresses: its player page and its poster.
  watch: (of, who, pass) => who.request(watchComment, { commentId: of.comment.public_id, ...pass }),
  poster: media('video'),
  'repair list': (of, who, pass) => who.request(getRepairList, { listId: of.list, ...pass }),
  'repair list as PDF': (of, who, pass) => who.request(downloadRepairList, { listId: of.list, ...pass }),
};
const names = Object.keys(resources);
const [published, unpublished] = [await reportWithMedia(), await reportWithMedia()];
await published.owner.call(publishReport, {
  confirmed: true,
  id: published.report.id,
  without_sending: true,
});
await testApp.runDueJobs();

const states = [true, false].flatMap((isPublished) =>
  [true, false].flatMap((paid) => [true, false].map((signed) => ({ isPublished, paid, signed }))),
);

describe.each(['done', 'waived'])('published × paid × signed × requested resource, %s', (how) => {
  test.each(states)('published $isPublished, paid $paid, signed $signed', async (state) => {
    const { isPublished, paid, signed } = state;
    const of = isPublished ? published : unpublished;
    await setGate(of, how === 'waived' ? { paid: false, signed: false } : { paid, signed });
    const undo = how === 'waived' ? await waive(of, { payment: paid, agreement: signed }) : null;
    const missing = [
      ...(paid ? [] : ['payment']),
      ...(signed ? [] : ['agreement']),
      ...(isPublished ? [] : ['unpublished']),
    ];
    const isOpen = missing.length === 0;
    const answers = await requestAll(of, testApp.visitor);
    expect(answers).toEqual(names.map((name) => `${name}: ${isOpen ? 200 : 423}`));
    // Without its marks and crop, a photo is for the team only.
    const original = { ...idOf(of), mediaId: of.marked, size: 'thumb' as const, original: true };
    expect((await testApp.visitor.request(getMedia, original)).status).toBe(isOpen ? 404 : 423);
    expect((await of.stranger.request(getMedia, original)).status).toBe(isOpen ? 404 : 423);
    expect((await of.owner.request(getMedia, original)).status).toBe(200);
    // The team can read in every state; a member of another company is a visitor like any other.
    expect((await of.owner.request(getReport, { reportId: of.report.public_id })).status).toBe(200);
    const reportId = of.report.public_id;
    const stranger = await of.stranger.request(getMedia, { reportId, mediaId: of.photo, size: 'large' });
    expect(stranger.status).toBe(isOpen ? 200 : 423);
    const film = { reportId, mediaId: of.video };
    expect((await of.stranger.request(getVideo, film)).status).toBe(isOpen ? 200 : 423);
    expect((await of.owner.request(getVideo, film)).status).toBe(200);
    // The video page says exactly what is missing.
    const watched = await testApp.visitor.request(watchComment, { commentId: of.comment.public_id });
    expect(watched.error?.details?.reasons ?? []).toEqual(missing);
    const reasons = (await testApp.visitor.request(listReportPdfs, { publicId: of.publicId })).error?.details
      ?.reasons;
    expect(reasons ?? []).toEqual(missing);
    await undo?.();
    // Restoring the gate locks it immediately.
    if (undo) expect(await requestAll(of, testApp.visitor)).toEqual(names.map((name) => `${name}: 423`));
  });
});

test('locks everything again when a waiver ends', async () => {
  await setGate(published, { paid: false, signed: true });
  await published.owner.call(office.addWaiver, {
    id: published.appointmentId,
    what: 'payment',
    reason: 'Pays at closing',
    until: '2030-03-01T12:00',
  });
  expect(await requestAll(published, testApp.visitor)).toEqual(names.map((name) => `${name}: 200`));
  await testApp.advanceTime('4 hours');
  expect(await requestAll(published, testApp.visitor)).toEqual(names.map((name) => `${name}: 423`));
});

test('a service that requires neither leaves its report open, and adding one that does locks it', async () => {
  await setGate(published, { paid: false, signed: false });
  const ask = (needs: boolean) =>
    testApp.writeAs(published.owner.subscriberId, (w) =>
      w.db
        .updateTable('services')
        .set({ report_needs_signature: needs, report_needs_payment: needs })
        .where('subscriber_id', '=', published.owner.subscriberId)
        .execute(),
    );
  await ask(false);
  expect(await requestAll(published, testApp.visitor)).toEqual(names.map((name) => `${name}: 200`));
  const { steps } = await testApp.visitor.call(getClientView, { publicId: published.publicId });
  expect(steps).toMatchObject({
    sign: { is_required: false },
    pay: { is_required: false },
    view_report: { state: 'todo', reasons: [] },
  });
  await ask(true);
  expect(await requestAll(published, testApp.visitor)).toEqual(names.map((name) => `${name}: 423`));
});

test('a sample is open whatever locks its report, and neither opens the photos of the other', async () => {
  const { report } = published;
  const owner = await testApp.create.signInAgain(published.owner);
  const made = await owner.call(makeSample, { reportId: report.id, name: 'Sample', photos_checked: true });
  const sampleId = made.public_id;
  const photoOf = (mediaId: string) =>
    testApp.visitor.request(getSamplePhoto, { sampleId, mediaId, size: 'thumb' });
  const seen = await testApp.visitor.call(getSample, { sampleId });
  const [photo] = seen.report.sections.flatMap((section) =>
    section.items.flatMap((item) => item.comments.flatMap((comment) => comment.photos)),
  );
  for (const { paid, signed } of states) {
    await setGate(published, { paid, signed });
    const page = await testApp.visitor.request(getSample, { sampleId });
    expect([page.status, (await photoOf(photo?.id ?? '')).status]).toEqual([200, 200]);
    expect((await photoOf(published.photo)).status).toBe(404);
    const reportId = report.public_id;
    const asReport = { reportId, mediaId: photo?.id ?? '', size: 'thumb' as const };
    expect((await testApp.visitor.request(getMedia, asReport)).status).toBe(paid && signed ? 404 : 423);
    expect((await testApp.visitor.request(getReport, { reportId: sampleId })).status).toBe(404);
  }
});

async function reportWithMedia() {
  const made = await written();
  const addPhoto = async () =>
    (
      await made.owner.call(editing.addMedia, {
        id: made.report.id,
        media_id: newId(),
        item_id: made.comment.item_id,
        comment_id: made.comment.id,
        file: await photoWithGps(),
      })
    ).media;
  const [photo, marked] = [await addPhoto(), await addPhoto()];
  const edit = { rotation: 90 as const, crop: null };
  await made.owner.call(editing.changeMedia, { id: made.report.id, mediaId: marked.id, edit });
  const film = await addTestVideo(testApp, made.owner, made);
  const { appointmentId: appointment, report, comment } = made;
  const of = { appointment, report: report.id, comment: comment.public_id };
  const { repairListPublic } = await createRepairRecord(testApp, made.owner, of, 'Matrix');
  return {
    ...made,
    list: repairListPublic,
    stranger: await testApp.create.owner(),
    publicId: made.report.appointment.public_id,
    photo: photo.public_id,
    marked: marked.public_id,
    video: film.public_id,
  };
}

type Made = Awaited<ReturnType<typeof reportWithMedia>>;

function setGate(of: Made, { paid, signed }: { paid: boolean; signed: boolean }) {
  return testApp.writeAs(of.owner.subscriberId, (w) =>
    w.db
      .updateTable('appointments')
      .set({ paid, agreement_signed: signed })
      .where('subscriber_id', '=', of.owner.subscriberId)
      .where('id', '=', of.appointmentId)
      .execute(),
  );
}

/** Waives the chosen gates and returns the function that restores them. */
async function waive(of: Made, what: { payment: boolean; agreement: boolean }) {
  const ids: string[] = [];
  for (const gate of ['payment', 'agreement'] as const) {
    if (!what[gate]) continue;
    const made = await of.owner.call(office.addWaiver, {
      id: of.appointmentId,
      what: gate,
      reason: 'As agreed',
    });
    ids.push(made.id);
  }
  return async () => {
    for (const waiverId of ids) await of.owner.call(office.removeWaiver, { id: of.appointmentId, waiverId });
  };
}

/** Requests every address of a report without a personal link: `photo: 423`. */
async function requestAll(of: Made, who: Reader, pass: Pass = {}) {
  const answers: string[] = [];
  for (const [name, ask] of Object.entries(resources))
    answers.push(`${name}: ${(await ask(of, who, pass)).status}`);
  return answers;
}
