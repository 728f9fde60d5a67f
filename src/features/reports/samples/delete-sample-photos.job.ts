import { deleteStoredFiles } from '#features/files/copy-file-rows.ts';
import { job } from '#server/jobs.ts';

/** Deletes the photos of a deleted sample; bytes that its report still has stay. */
export const deleteSamplePhotos = job<{ sample_id: string; files: string[] }>(
  'reports/delete-sample-photos',
  (ctx, { files }) => deleteStoredFiles(ctx, files),
  { retryLimit: 5, concurrency: 1 },
);
