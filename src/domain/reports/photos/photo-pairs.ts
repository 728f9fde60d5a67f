/** The photos of a re-inspection, before and after. */

/** Photos next to each other: before and after. Either may be missing. */
export interface PhotoPair<T> {
  before: T | null;
  after: T | null;
}

/** Pairs the earlier photos with the new ones, in order. */
export function pairPhotos<T extends { is_before?: boolean | undefined }>(
  photos: readonly T[],
): PhotoPair<T>[] {
  const before = photos.filter((photo) => photo.is_before);
  const after = photos.filter((photo) => !photo.is_before);
  return Array.from({ length: Math.max(before.length, after.length) }, (_, i) => ({
    before: before[i] ?? null,
    after: after[i] ?? null,
  }));
}
