import { readFileSync } from 'node:fs';
import { newId } from '#server/ids.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { CommentOnWire, FullReport } from '../contract.ts';
import * as editing from '../editing-contract.ts';
import type { MediaOnWire } from '../media-contract.ts';

/** A video of a second and a half recorded by a browser. */
export function sampleVideo(name: 'film.webm' | 'film.mp4'): Buffer {
  return readFileSync(new URL(`samples/${name}`, import.meta.url));
}

/** Uploads a video through the real routes and returns the id under which it can be added to the report. */
export async function uploadTestVideo(
  testApp: Pick<TestApp, 'app'>,
  owner: TestUser,
  report: Pick<FullReport, 'id'>,
  bytes: Uint8Array = sampleVideo('film.webm'),
): Promise<string> {
  const media_id = newId();
  const url = `/api/v2/reports/${report.id}/video-uploads`;
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` };
  await testApp.app.inject({
    method: 'POST',
    url,
    headers: {
      ...headers,
      'upload-length': String(bytes.byteLength),
      'upload-metadata': `media_id ${Buffer.from(media_id).toString('base64')}`,
    },
  });
  await testApp.app.inject({
    method: 'PATCH',
    url: `${url}/${media_id}`,
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: Buffer.from(bytes),
  });
  return media_id;
}

/** Uploads a video and adds it to the report. */
export async function addTestVideo(
  testApp: Pick<TestApp, 'app'>,
  owner: TestUser,
  to: { report: Pick<FullReport, 'id'>; comment: Pick<CommentOnWire, 'id' | 'item_id'> },
  caption = '',
): Promise<MediaOnWire> {
  const { media } = await owner.call(editing.addVideo, {
    id: to.report.id,
    media_id: await uploadTestVideo(testApp, owner, to.report),
    item_id: to.comment.item_id,
    comment_id: to.comment.id,
    caption,
  });
  return media;
}
