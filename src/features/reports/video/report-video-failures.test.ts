import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as editing from '../editing-contract.ts';
import * as publishing from '../publishing-contract.ts';
import * as reading from '../reading-contract.ts';
import { op, readFull, saves } from '../report-for-tests.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';
import { addTestVideo, sampleVideo, uploadTestVideo } from './video-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);
const { files } = testApp.runtime;
const film = sampleVideo('film.webm');
afterEach(() => vi.restoreAllMocks());

type Written = Awaited<ReturnType<typeof written>>;

/** Sends one request of the upload protocol. */
function asks(of: Written, method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE', id: string, payload?: Uint8Array) {
  const isNew = method === 'POST';
  const headers: Record<string, string> = {
    'tus-resumable': '1.0.0',
    authorization: `Bearer ${of.owner.token}`,
    ...(isNew ? { 'upload-length': String(film.byteLength) } : {}),
    ...(isNew ? { 'upload-metadata': `media_id ${Buffer.from(id).toString('base64')}` } : {}),
    ...(payload ? { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } : {}),
  };
  const url = `/api/v2/reports/${of.report.id}/video-uploads${isNew ? '' : `/${id}`}`;
  return testApp.app.inject({ method, url, headers, ...(payload ? { payload: Buffer.from(payload) } : {}) });
}

/** The parts of this company's videos that are still in the file store. */
async function filesLeft(of: Written): Promise<string[]> {
  const folder = join(testApp.runtime.config.dataDir, 'files', of.owner.subscriberId);
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.bin'));
}

const placeOf = (of: Written, media_id: string) => ({
  id: of.report.id,
  media_id,
  item_id: of.comment.item_id,
  comment_id: of.comment.id,
});

test('a video abandoned while it is being added is not in the report', async () => {
  const of = await written();
  const id = await uploadTestVideo(testApp, of.owner, of.report);
  const { put } = files;
  let given = 0;
  // While its poster is being stored.
  vi.spyOn(files, 'put').mockImplementation(async (...args) => {
    given ||= (await asks(of, 'DELETE', id)).statusCode;
    return put(...args);
  });
  const answer = await of.owner.request(editing.addVideo, placeOf(of, id));
  expect([given, answer.status]).toEqual([204, 404]);
  const { sections } = await readFull(of.owner, of.report.id);
  expect(sections.flatMap((section) => section.items.flatMap((item) => item.media))).toEqual([]);
  expect(await filesLeft(of)).toEqual([]);
});

test('retries deleting files later, and accepts no more data until then', async () => {
  const of = await written();
  const id = await uploadTestVideo(testApp, of.owner, of.report);
  vi.spyOn(files, 'remove').mockRejectedValueOnce(new Error('the store is away'));
  expect((await asks(of, 'DELETE', id)).statusCode).toBe(500);
  expect(await filesLeft(of)).toHaveLength(1);
  expect((await asks(of, 'HEAD', id)).statusCode).toBe(404);
  expect((await of.owner.request(editing.addVideo, placeOf(of, id))).status).toBe(404);
  await testApp.advanceTime('49 hours');
  expect(await filesLeft(of)).toEqual([]);
});

test('an upload whose deletion failed can start over under the same id', async () => {
  const of = await written();
  const id = await uploadTestVideo(testApp, of.owner, of.report);
  vi.spyOn(files, 'remove').mockRejectedValueOnce(new Error('the store is away'));
  await asks(of, 'DELETE', id);
  expect((await asks(of, 'POST', id)).statusCode).toBe(201);
  expect((await asks(of, 'HEAD', id)).headers['upload-offset']).toBe('0');
  expect(await filesLeft(of)).toEqual([]);
});

test('a failed part leaves no file, and unexpected errors are logged but not revealed', async () => {
  const of = await written();
  const id = newId();
  await asks(of, 'POST', id);
  const { put } = files;
  vi.spyOn(files, 'put').mockImplementationOnce(async (...args) => {
    await put(...args);
    throw new Error('EIO at /srv/secret');
  });
  const before = testApp.logs.length;
  const answer = await asks(of, 'PATCH', id, film);
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ success: false, error: { type: 'INTERNAL' } });
  expect(answer.body).not.toContain('secret');
  expect(testApp.logs.slice(before).map((line) => line.err?.message)).toEqual(['EIO at /srv/secret']);
  expect(await filesLeft(of)).toEqual([]);
  // A process that crashes there leaves the file and the row that refers to it.
  vi.spyOn(files, 'put').mockImplementationOnce(async (...args) => {
    await put(...args);
    throw new Error('killed');
  });
  vi.spyOn(files, 'remove').mockRejectedValueOnce(new Error('killed'));
  await asks(of, 'PATCH', id, film);
  expect(await filesLeft(of)).toHaveLength(1);
  expect((await asks(of, 'PATCH', id, film)).statusCode).toBe(204);
  await of.owner.call(editing.addVideo, placeOf(of, id));
  expect(await filesLeft(of)).toHaveLength(2);
  await testApp.advanceTime('49 hours');
  expect(await filesLeft(of)).toHaveLength(1);
});

test('asks a user with more than fifty unfinished uploads to wait', async () => {
  const of = await written();
  const statuses: number[] = [];
  for (let n = 0; n < 51; n += 1) statuses.push((await asks(of, 'POST', newId())).statusCode);
  expect([...new Set(statuses.slice(0, 50))]).toEqual([201]);
  expect(statuses.at(-1)).toBe(429);
});

test('a HEAD request does not read the file, and GET opens it once', async () => {
  const of = await written();
  const media = await addTestVideo(testApp, of.owner, of);
  const url = `/api/v2/reports/${of.report.public_id}/videos/${media.public_id}?t=${of.report.team_pass}`;
  const get = vi.spyOn(files, 'get');
  const head = await testApp.app.inject({ method: 'HEAD', url });
  expect(get).not.toHaveBeenCalled();
  expect(head.headers['content-length']).toBe(String(film.byteLength));
  expect((await testApp.app.inject({ method: 'GET', url })).rawPayload.equals(film)).toBe(true);
  expect(get).toHaveBeenCalledTimes(1);
});

test('serves nothing of a comment that was excluded, once that is published', async () => {
  const of = await written({ open: true });
  const media = await addTestVideo(testApp, of.owner, of);
  const publish = () =>
    of.owner.call(publishing.publishReport, { confirmed: true, id: of.report.id, without_sending: true });
  const video = { reportId: of.report.public_id, mediaId: media.public_id };
  const statuses = async () => [
    (await testApp.visitor.request(reading.getVideo, video)).status,
    (await testApp.visitor.request(reading.getMedia, { ...video, size: 'large' })).status,
  ];
  await publish();
  expect(await statuses()).toEqual([200, 200]);
  await saves(of.owner, await readFull(of.owner, of.report.id), [
    op({
      type: 'add_comment',
      comment: { id: newId(), item_id: of.comment.item_id, kind: 2, name: 'Other' },
    }),
    op({ type: 'update_comment', comment_id: of.comment.id, changes: { included: false } }),
  ]);
  await publish();
  expect(await statuses()).toEqual([404, 404]);
});

test('a locked link to a comment returns the report it belongs to', async () => {
  const of = await written();
  await addTestVideo(testApp, of.owner, of);
  const answer = await testApp.visitor.request(reading.watchComment, { commentId: of.comment.public_id });
  expect(answer.error?.details).toMatchObject({ public_id: of.report.public_id });
});
