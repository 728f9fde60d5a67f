import { sortByTime } from '#domain/reports/photos/photo-order.ts';
import { checkPhotoFile } from '../work/check-photo-file.ts';
import type { Editor } from '../work/editor-types.ts';
import type { PhotoPlace } from '../work/photo-facts.ts';
import { type PhotoRefusal, photosAtOnce } from './photo-types.ts';
import { readPhotoTimes } from './read-photo-times.ts';
import { shrinkPhoto } from './shrink-photo.ts';

interface Options {
  readonly editor: Editor;
  readonly quality: number;
  readonly timezone: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Adds photos in the order in which they were taken, those taken at the same time by name. Each is checked and made
 * smaller, one after the other to save memory; what cannot be used is left out and named, and the others go on.
 */
export async function takePhotos(
  files: readonly File[],
  to: PhotoPlace,
  { editor, quality, timezone, onProgress }: Options,
): Promise<PhotoRefusal[]> {
  const refused: PhotoRefusal[] = files.slice(photosAtOnce).map(({ name }) => ({ name, problem: 'tooMany' }));
  const chosen = await inOrderOfTime(files.slice(0, photosAtOnce), timezone);
  for (const [n, { file, times }] of chosen.entries()) {
    onProgress?.(n, chosen.length);
    const problem = await takeOne(file, quality, (smaller, thumb) =>
      editor.addPhotos([smaller], to, [{ ...times, thumb }]),
    ).catch((): PhotoRefusal['problem'] => 'unreadable');
    if (problem) refused.push({ name: file.name, problem });
  }
  return refused;
}

async function takeOne(
  original: File,
  quality: number,
  add: (file: File, thumb: Blob | null) => Promise<void>,
): Promise<PhotoRefusal['problem'] | null> {
  const { file, thumb } = await shrinkPhoto(original, quality);
  const problem = await checkPhotoFile(file);
  if (!problem) await add(file, thumb);
  return problem;
}

async function inOrderOfTime(files: readonly File[], timezone: string) {
  const read = [];
  for (const file of files) read.push({ file, times: await readPhotoTimes(file, timezone) });
  const byName = read.toSorted((a, b) => a.file.name.localeCompare(b.file.name, 'en', { numeric: true }));
  // Sorting is stable where the ids are in the order of the names.
  const named = byName.map((each, n) => ({
    ...each,
    id: String(n).padStart(4, '0'),
    taken_at: each.times.time.taken_at,
  }));
  return sortByTime(named);
}
