import { type Lock, type Locker, Server } from '@tus/server';
import type { ActionCtx } from '#server/context.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import { subjectOf } from '../report-rights.ts';
import * as store from '../store.ts';
import { maxVideoBytes } from './storage/container.ts';
import { isId, VideoUploads } from './storage/upload-store.ts';

/**
 * One request of a video's upload (tus: POST begins, HEAD asks how far it is, PATCH sends on, DELETE gives up). Every one of
 * them only for who may edit the report, and beyond the first only for who began it. Nothing can be read back here.
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
    // Behind a proxy our own name for this place may be another one than the browser's.
    relativeLocation: true,
    maxSize: maxVideoBytes,
    locker: noLocks,
    // Its own refusals are the library's to say. Ours leave as all of them do, and what nobody foresaw is logged and not told.
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

/** The row of the upload decides between two that write at once, also between two processes; nothing is locked here. */
const noLocks: Locker = {
  newLock: (): Lock => ({ lock: async () => undefined, unlock: async () => undefined }),
};
