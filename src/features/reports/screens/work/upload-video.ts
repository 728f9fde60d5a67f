import { DetailedError, Upload } from 'tus-js-client';
import { ApiFailure, genericErrorMessage } from '#web/client/api-failure.ts';
import { call, client } from '#web/client/client.ts';
import { parseFailure } from '#wire/envelope.ts';
import { removeMedia } from '../../editing-contract.ts';

const chunkBytes = 4 * 1024 * 1024;

interface Sending {
  reportId: string;
  media_id: string;
  file: Blob;
  /** The upload started before. */
  begun: boolean;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a video in parts. Parts that have arrived stay on the server, so that calling it again resumes the upload,
 * even after a reload. Rejects with an ApiFailure, like every call.
 */
export async function uploadVideo({
  reportId,
  media_id,
  file,
  begun,
  onProgress,
  signal,
}: Sending): Promise<void> {
  const place = `/api/v2/reports/${reportId}/video-uploads`;
  let refreshing: Promise<unknown> | null = null;
  const authorize = async (req: { setHeader(name: string, value: string): void }) => {
    await refreshing?.catch(() => undefined);
    for (const [name, value] of Object.entries(client.authorization())) req.setHeader(name, value);
  };
  await run(signal, (onSuccess, onError) => {
    const upload: Upload = new Upload(file, {
      endpoint: place,
      // Asks for the offset before sending; if the server has nothing any more, the upload starts over.
      ...(begun ? { uploadUrl: `${place}/${media_id}` } : {}),
      metadata: { media_id },
      chunkSize: chunkBytes,
      retryDelays: [500, 2000, 5000],
      storeFingerprintForResuming: false,
      onBeforeRequest: authorize,
      onShouldRetry: (error) => {
        const status = statusOf(error);
        if (status === 401) refreshing = client.refresh();
        return status === 401 || status === 409 || status === 0 || status >= 500;
      },
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onSuccess: () => onSuccess(),
      onError: (error) => onError(failureOf(error)),
    });
    upload.start();
    return () => void upload.abort();
  });
}

/**
 * Tells the server to discard a video, and removes it from the report if it was added at the last moment. Not awaited:
 * what remains on the server expires.
 */
export async function abandonVideo(reportId: string, mediaId: string): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', ...client.authorization() };
  const place = `/api/v2/reports/${reportId}/video-uploads/${mediaId}`;
  const answer = await fetch(place, { method: 'DELETE', headers }).catch(() => null);
  if (answer?.status === 403) await call(removeMedia, { id: reportId, mediaId }).catch(() => undefined);
}

/** Wraps the callback-based upload in a promise that ends when the signal is aborted. */
function run(
  signal: AbortSignal,
  begin: (done: () => void, failed: (failure: ApiFailure) => void) => () => void,
): Promise<void> {
  const aborted = () => new ApiFailure('ABORTED', genericErrorMessage, 0, null, null);
  if (signal.aborted) return Promise.reject(aborted());
  return new Promise((resolve, reject) => {
    const stop = begin(resolve, reject);
    signal.addEventListener(
      'abort',
      () => {
        stop();
        reject(aborted());
      },
      { once: true },
    );
  });
}

function statusOf(error: unknown): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

function failureOf(error: unknown): ApiFailure {
  const status = statusOf(error);
  // Gone on the server, or another request is writing: a new attempt starts over.
  if (status === 0 || status === 404 || status === 409)
    return new ApiFailure('NETWORK', genericErrorMessage, 0, null, null);
  const body = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : '';
  const failure = parseFailure(parsed(body));
  if (!failure) return new ApiFailure('INTERNAL', genericErrorMessage, status, null, body);
  const { type, message, details } = failure;
  return new ApiFailure(type, message || genericErrorMessage, status, details, body);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
