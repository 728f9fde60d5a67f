import { afterAll, expect, test } from 'vitest';
import { goneMessage } from '#domain/reports/operations/content-parts.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as editing from '../editing-contract.ts';
import * as publishing from '../publishing-contract.ts';
import * as reading from '../reading-contract.ts';
import { op, readFull, saves } from '../report-for-tests.ts';
import { addTestVideo, sampleVideo, uploadTestVideo } from '../video/video-for-tests.ts';
import { photoWithGps, setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written, readPublic } = setUpReportsCompany(testApp);
afterAll(closeDocuments);

const keysOf = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, async (r) => [
    ...(await mine(r, 'stored_files').where('purpose', 'like', 'report-%').select('storage_key').execute()),
    ...(await mine(r, 'report_video_parts').select('storage_key').execute()),
  ]);
async function countExisting(keys: readonly { storage_key: string }[]): Promise<number> {
  let count = 0;
  for (const { storage_key } of keys) if (await testApp.runtime.files.exists(storage_key)) count += 1;
  return count;
}

test('keeps published media removed from the report, and deletes those never published', async () => {
  const of = await written({ open: true });
  const { owner, report, comment } = of;
  const add = async () => {
    const place = { id: report.id, media_id: newId(), item_id: comment.item_id, comment_id: comment.id };
    return (await owner.call(editing.addMedia, { ...place, file: await photoWithGps() })).media;
  };
  const shown = { photo: await add(), film: await addTestVideo(testApp, owner, of) };
  await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
  await testApp.runDueJobs();
  const stored = await keysOf(owner);
  const never = { photo: await add(), film: await addTestVideo(testApp, owner, of) };
  const all = await keysOf(owner);
  for (const { id } of [...Object.values(shown), ...Object.values(never)])
    await owner.call(editing.removeMedia, { id: report.id, mediaId: id });
  expect(await countExisting(all)).toBe(all.length);
  await testApp.advanceTime('31 days');
  const again = await testApp.create.signInAgain(owner);
  expect(await keysOf(again)).toEqual(stored);
  expect(await countExisting(all)).toBe(stored.length);

  const page = await readPublic(report);
  const names = page.sections.flatMap((section) =>
    section.items.flatMap((item) => item.comments.flatMap((each) => each.photos.map((one) => one.id))),
  );
  expect(names).toEqual([shown.photo.public_id, shown.film.public_id]);
  for (const mediaId of names) {
    const picture = { reportId: report.public_id, mediaId, size: 'medium' as const };
    expect((await testApp.visitor.request(reading.getMedia, picture)).status).toBe(200);
  }
  const film = await testApp.app.inject({
    url: `/api/v2/reports/${report.public_id}/videos/${shown.film.public_id}`,
  });
  expect(film.statusCode).toBe(200);
  expect(film.rawPayload.equals(sampleVideo('film.webm'))).toBe(true);
  // The PDFs are rebuilt from the published state.
  await again.call(publishing.rebuildPdfs, { reportId: report.id });
  await testApp.runDueJobs();
  const [row] = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'reports').where('id', '=', report.id).select(['pdf_status', 'pdf_rev']).execute(),
  );
  expect(row?.pdf_status).toBe('ready');

  // Publishing without them removes them from the page; the earlier published state keeps its pictures.
  await again.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
  await testApp.runDueJobs();
  const gone = { reportId: report.public_id, mediaId: names[0] ?? '', size: 'medium' as const };
  expect((await testApp.visitor.request(reading.getMedia, gone)).status).toBe(404);
  await testApp.advanceTime('31 days');
  expect(await countExisting(stored.filter(({ storage_key }) => !storage_key.endsWith('.pdf')))).toBe(7);
});

test('a photo removed too long ago, whose files may be half deleted, is not brought back; a published one is', async () => {
  const { owner, report, comment } = await written();
  const add = async () => {
    const place = { id: report.id, media_id: newId(), item_id: comment.item_id, comment_id: comment.id };
    return (await owner.call(editing.addMedia, { ...place, file: await photoWithGps() })).media;
  };
  const published = await add();
  await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
  const never = await add();
  for (const { id } of [published, never])
    await owner.call(editing.removeMedia, { id: report.id, mediaId: id });
  // The job that deletes it is late, or was killed between its files and its row.
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'report_media')
      .set({ deleted_at: '2030-01-29T14:00:00Z' })
      .where('id', 'in', [published.id, never.id])
      .execute(),
  );
  const { rev } = await readFull(owner, report.id);
  const { results } = await saves(owner, { id: report.id, rev }, [
    op({ type: 'restore_media', media_id: published.id }),
    op({ type: 'restore_media', media_id: never.id }),
  ]);
  expect(results.map((one) => one.refused)).toEqual([null, goneMessage]);
});

test('refuses a truncated video with a field error, and leaves no files behind', async () => {
  const { owner, report, comment } = await written();
  const media_id = await uploadTestVideo(testApp, owner, report, sampleVideo('film.webm').subarray(0, -200));
  const bad = await owner.request(editing.addVideo, { id: report.id, media_id, item_id: comment.item_id });
  const message = 'The video is incomplete. Upload the whole file again.';
  expect(bad.error).toMatchObject({ type: 'BAD_USER_INPUT', message: message, details: { file: message } });
  expect(await keysOf(owner)).toEqual([]);
});
