import type { CameraTime, PhotoTime } from '#domain/reports/photos/photo-time.ts';

/** Where photos go: to an item, to one of its comments, or without an item to the unsorted ones. */
export interface PhotoPlace {
  readonly item_id: string | null;
  readonly comment_id: string | null;
  /** One of the comment's locations. */
  location?: string;
}

/** What is known of a photo before the browser makes a smaller copy, which has no EXIF any more. */
export interface PhotoFacts {
  readonly camera: CameraTime | null;
  /** The date of the file, as an instant. */
  readonly file_time: string | null;
  readonly time: PhotoTime;
  /** At most 320 px, to show it while it is uploaded; null if this browser can't decode the photo. */
  readonly thumb: Blob | null;
}

/** The times of the original in the form of the upload. */
export function originalTimesOf(facts: PhotoFacts | undefined): Record<string, string> {
  const { camera, file_time } = facts ?? {};
  return {
    ...(camera ? { camera_time: camera.local } : {}),
    ...(camera?.offset ? { camera_offset: camera.offset } : {}),
    ...(file_time ? { file_time } : {}),
  };
}
