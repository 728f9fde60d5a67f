import type { PhotoProblem } from '../work/check-photo-file.ts';

/** The types of photos that the server takes, for a file input. */
export const photoTypes = 'image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif';

/** A file that was not taken, with the reason. */
export interface PhotoRefusal {
  readonly name: string;
  readonly problem: PhotoProblem | 'unreadable' | 'tooMany';
}

/** How many photos may be added in one go. */
export const photosAtOnce = 200;
