import { type Lock, type Locker, Server } from '@tus/server';
import type { ActionCtx } from '#server/context.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import { subjectOf } from '../report-rights.ts';
import * as store from '../store.ts';
import { maxVideoBytes } from './storage/container.ts';
import { isId, VideoUploads } from './storage/upload-store.ts';

/**
 * Handles one request of a video upload (tus: POST starts, HEAD returns the offset, PATCH sends bytes, DELETE
 * abandons). Requires the right to edit the report, and after POST the same user. The uploaded bytes cannot be read
 * here.
 */
export async function handleVideoUpload(
  ctx: ActionCtx,
  reportId: string,
  request: Request,
): Promise<Response> {
  if (!isId.test(reportId)) throw notFound();
  await ctx.read(async (r) => {
    const report = await store.findReport(r, { id: reportId });
    if (!report) throw notFound();
    r.requireCapability('edit_report', await subjectOf(r, report.appointment_id));
  });
  const server = new Server({
    path: `/api/v2/reports/${reportId}/video-uploads`,
    datastore: new VideoUploads(ctx, reportId),
    // Behind a proxy, our own address may differ from the one the browser uses.
    relativeLocation: true,
    maxSize: maxVideoBytes,
    locker: noLocks,
    // The library reports its own errors. Ours are sent in the usual format, and unexpected ones are logged but not
    // revealed.
    onResponseError: (_req, error) => {
      if (!('status_code' in error)) throw error;
      return undefined;
    },
    namingFunction: (_req, metadata) => {
      const id = metadata?.media_id ?? '';
      if (!isId.test(id)) throw badInput({ media_id: 'Not a valid ID' });
      return id;
    },
  });
  const answer = await server.handleWeb(request as Parameters<Server['handleWeb']>[0]);
  if (answer.status !== 413) return answer;
  throw new AppError('PAYLOAD_TOO_LARGE', 'The video is larger than 200 MB', { maxBytes: maxVideoBytes });
}

/** No locks: the upload's row decides between concurrent writers, even in different processes. */
const noLocks: Locker = {
  newLock: (): Lock => ({ lock: async () => undefined, unlock: async () => undefined }),
};
