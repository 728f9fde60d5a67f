import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { displayedState } from '../access/read-report.ts';
import * as editing from '../editing-contract.ts';
import { reportPdfModel } from '../pdf/report-pdf-model.ts';
import { loadReportPdfSource } from '../pdf/report-pdf-source.ts';
import * as publishing from '../publishing-contract.ts';
import * as reading from '../reading-contract.ts';
import { op, readFull, saves } from '../report-for-tests.ts';
import * as store from '../store.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';
import { addTestVideo, sampleVideo, uploadTestVideo } from './video-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written, readPublic } = setUpReportsCompany(testApp);

type Written = Awaited<ReturnType<typeof written>>;

/** The addresses that the report's PDF shows next to its pictures. */
async function linksOnPaper({ owner, report }: Written): Promise<(string | undefined)[]> {
  const model = await testApp.readAs(owner.subscriberId, async (r) => {
    const row = await store.findReport(r, { id: report.id });
    const appointment = row && (await store.appointment(r, row.appointment_id));
    if (!row || !appointment) throw new Error('no report');
    return reportPdfModel(
      await loadReportPdfSource(r, row, appointment, await displayedState(r, row, true)),
      'full',
      'en',
    );
  });
  return model.sections
    .flatMap((section) => section.items)
    .flatMap((item) => [...(item.photos ?? []), ...item.comments.flatMap((one) => one.photos ?? [])])
    .map((photo) => photo.watch_url);
}

test('the PDF shows the poster and the address of a video; without a comment, that of the report', async () => {
  const of = await written({ open: true });
  await addTestVideo(testApp, of.owner, of, 'Ridge');
  expect(await linksOnPaper(of)).toEqual([`http://gable.test/watch/${of.comment.public_id}`]);
  const { rev } = await readFull(of.owner, of.report.id);
  await saves(of.owner, { id: of.report.id, rev }, [
    op({ type: 'remove_comment', comment_id: of.comment.id }),
  ]);
  expect(await linksOnPaper(of)).toEqual([`http://gable.test/view-report2/${of.report.public_id}`]);
  await of.owner
    .call(publishing.publishReport, { confirmed: true, id: of.report.id, without_sending: true })
    .catch(() => null);
  const draft = await readPublic(of.report, of.report.team_pass);
  const shown = draft.sections.flatMap((section) => section.items.flatMap((item) => item.photos));
  expect(shown).toMatchObject([{ kind: 'video', caption: 'Ridge' }]);
});

test('a video is served only through its own report, and not as a picture', async () => {
  const of = await written({ open: true });
  const media = await addTestVideo(testApp, of.owner, of);
  await of.owner.call(publishing.publishReport, { confirmed: true, id: of.report.id, without_sending: true });
  const other = await written({ open: true });
  await other.owner.call(publishing.publishReport, {
    confirmed: true,
    id: other.report.id,
    without_sending: true,
  });
  // Through the link of another report.
  const elsewhere = { reportId: other.report.public_id, mediaId: media.public_id };
  expect((await testApp.visitor.request(reading.getVideo, elsewhere)).status).toBe(404);
  const unknown = { commentId: other.comment.public_id };
  expect((await testApp.visitor.request(reading.watchComment, unknown)).status).toBe(404);
  // Photos and videos have separate addresses; the poster is a picture.
  const poster = await testApp.visitor.request(reading.getMedia, {
    reportId: of.report.public_id,
    mediaId: media.public_id,
    size: 'large',
  });
  expect(poster.headers['content-type']).toBe('image/jpeg');
  const summary = await testApp.visitor.call(reading.watchComment, { commentId: of.comment.public_id });
  expect(summary.videos.map((video) => video.id)).toEqual([media.public_id]);
});

test('HEAD returns the size of a video without its content', async () => {
  const of = await written({ open: true });
  const media = await addTestVideo(testApp, of.owner, of);
  const answer = await testApp.app.inject({
    method: 'HEAD',
    url: `/api/v2/reports/${of.report.public_id}/videos/${media.public_id}?t=${of.report.team_pass}`,
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['accept-ranges']).toBe('bytes');
  expect(answer.rawPayload).toHaveLength(0);
});

test('a video has its poster in three sizes, and a poster that is not an image is refused', async () => {
  const of = await written();
  const place = { id: of.report.id, item_id: of.comment.item_id, comment_id: of.comment.id };
  const media_id = await uploadTestVideo(testApp, of.owner, of.report);
  const svg = new File(['<svg/>'], 'poster.jpg', { type: 'image/jpeg' });
  const bad = await of.owner.request(editing.addVideo, { ...place, media_id, poster: svg });
  expect(bad.error?.type).toBe('UNSUPPORTED_FILE');
  const jpeg = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#224488' } })
    .jpeg()
    .toBuffer();
  const poster = new File([new Uint8Array(jpeg)], 'poster.jpg', { type: 'image/jpeg' });
  const { media } = await of.owner.call(editing.addVideo, { ...place, media_id, poster });
  expect(media).toMatchObject({ kind: 'video', width: 640, height: 360 });
  const thumb = await testApp.visitor.request(reading.getMedia, {
    reportId: of.report.public_id,
    mediaId: media.public_id,
    size: 'thumb',
    t: of.report.team_pass,
  });
  expect(await sharp(thumb.raw).metadata()).toMatchObject({ width: 320, height: 180 });
});

test('a video plays from any position', async () => {
  const of = await written();
  const film = sampleVideo('film.mp4');
  const media_id = await uploadTestVideo(testApp, of.owner, of.report, film);
  const place = { id: of.report.id, media_id, item_id: of.comment.item_id };
  const { media } = await of.owner.call(editing.addVideo, place);
  const url = `/api/v2/reports/${of.report.public_id}/videos/${media.public_id}?t=${of.report.team_pass}`;
  const get = (range?: string, more: Record<string, string> = {}) =>
    testApp.app.inject({ url, headers: { ...(range ? { range } : {}), ...more } });
  const whole = await get();
  expect(whole.statusCode).toBe(200);
  expect(whole.rawPayload.equals(film)).toBe(true);
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(film.byteLength),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=86400',
    'content-disposition': `inline; filename=${media.public_id}.mp4`,
  });
  const part = await get('bytes=100-199');
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${film.byteLength}`]);
  expect(part.rawPayload.equals(film.subarray(100, 200))).toBe(true);
  expect((await get('bytes=-50')).rawPayload.equals(film.subarray(-50))).toBe(true);
  const beyond = await get(`bytes=${film.byteLength}-`);
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${film.byteLength}`]);
  const etag = String(whole.headers.etag);
  expect((await get('bytes=0-9', { 'if-range': '"another"' })).statusCode).toBe(200);
  expect((await get('bytes=0-9', { 'if-range': etag })).statusCode).toBe(206);
  expect((await get(undefined, { 'if-none-match': etag })).statusCode).toBe(304);
});

test('a video is visible once published, and stays in the published state after its removal', async () => {
  const of = await written({ open: true });
  const media = await addTestVideo(testApp, of.owner, of);
  const video = { reportId: of.report.public_id, mediaId: media.public_id };
  const watch = { commentId: of.comment.public_id };
  const statuses = async () => [
    (await testApp.visitor.request(reading.getVideo, video)).status,
    (await testApp.visitor.request(reading.watchComment, watch)).status,
  ];
  const publish = () =>
    of.owner.call(publishing.publishReport, { confirmed: true, id: of.report.id, without_sending: true });
  expect(await statuses()).toEqual([423, 423]);
  await publish();
  expect(await statuses()).toEqual([200, 200]);
  expect(await testApp.visitor.call(reading.watchComment, watch)).toMatchObject({
    report: { public_id: of.report.public_id },
    comment: { name: of.comment.name },
    videos: [{ id: media.public_id, kind: 'video' }],
  });
  const shown = (await readPublic(of.report)).sections[0]?.items[0]?.comments[0]?.photos;
  expect(shown).toMatchObject([{ id: media.public_id, kind: 'video' }]);
  await of.owner.call(editing.removeMedia, { id: of.report.id, mediaId: media.id });
  expect(await statuses()).toEqual([200, 200]);
  await publish();
  expect(await statuses()).toEqual([404, 404]);
});

test('a video moved to another comment is shown with that comment', async () => {
  const of = await written();
  const media = await addTestVideo(testApp, of.owner, of);
  const added = { id: newId(), item_id: of.comment.item_id, kind: 3 as const, name: 'Another finding' };
  await saves(of.owner, await readFull(of.owner, of.report.id), [
    op({ type: 'add_comment', comment: added }),
  ]);
  await of.owner.call(editing.changeMedia, {
    id: of.report.id,
    mediaId: media.id,
    comment_id: added.id,
  });
  const comments = (await readFull(of.owner, of.report.id)).sections.flatMap((section) =>
    section.items.flatMap((item) => item.comments),
  );
  const other = comments.find((comment) => comment.id === added.id)?.public_id ?? '';
  const watch = (commentId: string) =>
    testApp.visitor.request(reading.watchComment, { commentId, t: of.report.team_pass });
  expect((await watch(other)).status).toBe(200);
  expect((await watch(of.comment.public_id)).status).toBe(404);
});
