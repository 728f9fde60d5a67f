import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, describe, expect, test } from 'vitest';
import * as editing from '#features/reports/editing-contract.ts';
import * as reading from '#features/reports/reading-contract.ts';
import { sampleVideo } from '#features/reports/video/video-for-tests.ts';
import { setUpReportsCompany } from '#features/reports/written-report-for-tests.ts';
import { createHttp } from '#server/http/http.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { serveVideoUploads } from './video-uploads.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);
const webm = sampleVideo('film.webm');

/** Two web processes that share a database and a file store. */
const [first, second] = await Promise.all([listen(), listen()]);

async function listen() {
  const app = await createHttp(testApp.runtime);
  serveVideoUploads(app, testApp.runtime);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => app.close());
  return address;
}

type Written = Awaited<ReturnType<typeof written>>;

/** Sends one request of the protocol, as the library in the browser does. */
async function send(
  method: string,
  at: string,
  who: TestUser | null,
  more: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Response> {
  return fetch(at, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(who?.token ? { authorization: `Bearer ${who.token}` } : {}),
      ...(body ? { 'content-type': 'application/offset+octet-stream' } : {}),
      ...more,
    },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
}

const metadata = (id: string) => `media_id ${Buffer.from(id).toString('base64')}`;

async function createUpload(of: Pick<Written, 'owner' | 'report'>, id: string, size: number, base = first) {
  const to = `${base}/api/v2/reports/${of.report.id}/video-uploads`;
  const answer = await send('POST', to, of.owner, {
    'upload-length': String(size),
    'upload-metadata': metadata(id),
  });
  return { answer, url: `${to}/${id}` };
}

const sendBytes = (url: string, who: TestUser | null, offset: number, bytes: Uint8Array) =>
  send('PATCH', url, who, { 'upload-offset': String(offset) }, bytes);

/** Uploads the bytes and adds the video to its report. */
async function addVideo(of: Written, bytes: Uint8Array = webm) {
  const id = newId();
  const { url } = await createUpload(of, id, bytes.byteLength);
  await sendBytes(url, of.owner, 0, bytes);
  const input = {
    id: of.report.id,
    media_id: id,
    item_id: of.comment.item_id,
    comment_id: of.comment.id,
  };
  return { url, added: await of.owner.request(editing.addVideo, input) };
}

describe('uploading a video', () => {
  test('continues from the last byte, also on another process, and stores the identical file', async () => {
    const of = await written({ open: true });
    const id = newId();
    const { answer, url } = await createUpload(of, id, webm.byteLength);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v2/reports/${of.report.id}/video-uploads/${id}`);
    expect((await sendBytes(url, of.owner, 0, webm.subarray(0, 700))).headers.get('upload-offset')).toBe(
      '700',
    );
    const there = url.replace(first, second);
    expect((await send('HEAD', there, of.owner)).headers.get('upload-offset')).toBe('700');
    // Sending stored bytes again is answered with the current offset, and nothing is written twice.
    expect((await sendBytes(there, of.owner, 0, webm.subarray(0, 700))).status).toBe(409);
    const place = { id: of.report.id, media_id: id, item_id: of.comment.item_id, comment_id: of.comment.id };
    expect((await of.owner.request(editing.addVideo, place)).status).toBe(409);
    const both = await Promise.all([
      sendBytes(there, of.owner, 700, webm.subarray(700)),
      sendBytes(url, of.owner, 700, webm.subarray(700)),
    ]);
    expect(both.map((one) => one.status).toSorted()).toEqual([204, 409]);
    const { media } = await of.owner.call(editing.addVideo, { ...place, caption: 'Drip' });
    expect(media).toMatchObject({ kind: 'video', caption: 'Drip', width: 1280, height: 720 });
    const video = { reportId: of.report.public_id, mediaId: media.public_id };
    const downloaded = await testApp.visitor.request(reading.getVideo, { ...video, t: of.report.team_pass });
    expect(sha(downloaded.raw)).toBe(sha(webm));
    // Repeating calls, even from the start, changes nothing.
    expect((await createUpload(of, id, webm.byteLength)).answer.status).toBe(201);
    expect((await send('HEAD', url, of.owner)).headers.get('upload-offset')).toBe(String(webm.byteLength));
    expect((await of.owner.call(editing.addVideo, { ...place, caption: 'Other' })).media).toEqual(media);
  });

  test('stores what arrived before the connection broke, and the browser library resumes from there', async () => {
    const of = await written();
    const id = newId();
    const large = Buffer.concat([webm, Buffer.alloc(9_000_000, 1)]);
    const { url } = await createUpload(of, id, large.byteLength);
    const control = new AbortController();
    const broken = fetch(url, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        authorization: `Bearer ${of.owner.token}`,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
      body: endless(large.subarray(0, 5_000_000)),
      duplex: 'half',
      signal: control.signal,
    } as RequestInit);
    const storedBytes = async () => Number((await send('HEAD', url, of.owner)).headers.get('upload-offset'));
    await expect.poll(storedBytes, { timeout: 15_000 }).toBeGreaterThan(0);
    control.abort();
    await expect(broken).rejects.toThrow();
    const at = await storedBytes();
    expect(at).toBeGreaterThanOrEqual(4 * 1024 * 1024);
    const offsets: number[] = [];
    await new Promise<void>((resolve, reject) => {
      new Upload(large, {
        uploadUrl: url.replace(first, second),
        uploadSize: large.byteLength,
        headers: { authorization: `Bearer ${of.owner.token}` },
        retryDelays: [0, 0, 0],
        onBeforeRequest: (req) => {
          if (req.getMethod() === 'PATCH') offsets.push(Number(req.getHeader('Upload-Offset')));
        },
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    expect(offsets[0]).toBeGreaterThanOrEqual(at);
    expect(await storedBytes()).toBe(large.byteLength);
  });

  test('is restricted to the user who started it; others cannot read it or learn that it exists', async () => {
    const of = await written();
    const id = newId();
    const { url } = await createUpload(of, id, webm.byteLength);
    const partner = await testApp.create.member(of.owner, {
      type: 'technician',
      flags: { full_company_admin: true },
    });
    const stranger = await testApp.create.owner();
    const staff = await testApp.create.member(of.owner, { type: 'staff' });
    const askedBy = async (who: TestUser | null) => [
      (await send('HEAD', url, who)).status,
      (await sendBytes(url, who, 0, webm)).status,
      (await send('DELETE', url, who)).status,
      (await send('GET', url, who)).status,
    ];
    expect(await askedBy(null)).toEqual([401, 401, 401, 404]);
    expect(await askedBy(stranger)).toEqual([404, 404, 404, 404]);
    expect(await askedBy(staff)).toEqual([403, 403, 403, 404]);
    expect(await askedBy(partner)).toEqual([404, 404, 404, 404]);
    await sendBytes(url, of.owner, 0, webm);
    expect((await send('GET', url, of.owner)).status).toBe(404);
    // Users cannot turn another user's upload into a video, or reuse an id that is taken.
    const place = { id: of.report.id, media_id: id, item_id: of.comment.item_id };
    expect((await partner.request(editing.addVideo, place)).status).toBe(404);
    expect((await createUpload({ ...of, owner: partner }, id, webm.byteLength)).answer.status).toBe(400);
    expect((await createUpload(of, id, 5)).answer.status).toBe(400);
  });

  test('rejects files that are not videos, oversized files and invalid ids', async () => {
    const of = await written();
    const size = (bytes: number) => createUpload(of, newId(), bytes).then(({ answer }) => answer.status);
    expect(await size(200 * 1024 * 1024)).toBe(201);
    expect(await size(200 * 1024 * 1024 + 1)).toBe(413);
    expect(await size(0)).toBe(400);
    expect((await createUpload(of, '../../x', 5)).answer.status).toBe(400);
    const id = newId();
    const { url } = await createUpload(of, id, 900);
    expect((await sendBytes(url, of.owner, 0, Buffer.alloc(900, 60))).status).toBe(415);
    // Its bytes are deleted too.
    expect((await send('HEAD', url, of.owner)).status).toBe(404);
    // The file has the header of a video and no valid content.
    const { added } = await addVideo(of, Buffer.concat([webm.subarray(0, 64), Buffer.alloc(900, 60)]));
    expect(added.error?.type).toBe('UNSUPPORTED_FILE');
    const long = await addVideo(of, longFilm());
    expect(long.added.error?.details).toEqual({ file: 'The video is longer than 3 minutes' });
    expect(await filesLeft(of)).toEqual([]);
  });

  test('can be canceled until the video is part of the report', async () => {
    const of = await written();
    const { url } = await createUpload(of, newId(), webm.byteLength);
    await sendBytes(url, of.owner, 0, webm.subarray(0, 500));
    expect(await filesLeft(of)).toHaveLength(1);
    expect((await send('DELETE', url, of.owner)).status).toBe(204);
    expect(await filesLeft(of)).toEqual([]);
    const made = await addVideo(of);
    expect((await send('DELETE', made.url, of.owner)).status).toBe(403);
  });

  test('is removed by the sweep once it is stale, and not while it is progressing', async () => {
    const of = await written();
    const [still, moving] = [newId(), newId()];
    const a = await createUpload(of, still, webm.byteLength);
    const b = await createUpload(of, moving, webm.byteLength);
    await sendBytes(a.url, of.owner, 0, webm.subarray(0, 500));
    await sendBytes(b.url, of.owner, 0, webm.subarray(0, 500));
    await testApp.advanceTime('30 hours');
    const owner = await testApp.create.signInAgain(of.owner);
    await sendBytes(b.url, owner, 500, webm.subarray(500, 900));
    await testApp.advanceTime('20 hours');
    const later = await testApp.create.signInAgain(of.owner);
    expect((await send('HEAD', a.url, later)).status).toBe(404);
    expect((await send('HEAD', b.url, later)).headers.get('upload-offset')).toBe('900');
    expect(await filesLeft(of)).toHaveLength(2);
    await testApp.advanceTime('60 hours');
    expect(await filesLeft(of)).toEqual([]);
  });
});

function sha(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A body that sendBytes these bytes and never ends. */
function endless(bytes: Uint8Array): ReadableStream {
  return new ReadableStream({ start: (to) => to.enqueue(bytes) });
}

/** Parts of this company's videos in the file store. */
async function filesLeft(of: Written): Promise<string[]> {
  const folder = join(testApp.runtime.config.dataDir, 'files', of.owner.subscriberId);
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.bin'));
}

/** A video whose header gives a duration of four minutes. */
function longFilm(): Buffer {
  const film = Buffer.from(sampleVideo('film.mp4'));
  // The 64-bit header: the time scale, then the duration in units of that scale.
  const scale = film.indexOf('mvhd') + 4 + 20;
  film.writeBigUInt64BE(240n * BigInt(film.readUInt32BE(scale)), scale + 4);
  return film;
}
