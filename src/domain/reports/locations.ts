/** The places where a comment was found, and the photos taken in each of them. */
import type { ReportComment, ReportItem, ReportMedia } from './reports.ts';

/** The photos of one location; null for those without. */
export interface LocationGroup<T> {
  location: string | null;
  photos: T[];
}

/**
 * Groups the photos of a comment: first those without a location, then each location in the order of the comment.
 * Locations without photos are left out.
 */
export function groupByLocation<T extends { location?: string | undefined }>(
  locations: readonly string[],
  photos: readonly T[],
): LocationGroup<T>[] {
  const isKnown = (photo: T) => photo.location !== undefined && locations.includes(photo.location);
  return [
    { location: null, photos: photos.filter((photo) => !isKnown(photo)) },
    ...locations.map((location) => ({
      location,
      photos: photos.filter((photo) => photo.location === location),
    })),
  ].filter((group) => group.photos.length > 0);
}

/** Returns the locations without empty ones, each once. */
export function uniqueLocations(locations: readonly string[]): string[] {
  return [...new Set(locations.map((one) => one.trim()).filter((one) => one !== ''))];
}

/** Returns a photo with its location only if its comment has that one; it stays the same object if nothing changes. */
export function withKnownLocation(
  photo: ReportMedia,
  comment: Pick<ReportComment, 'locations'> | undefined,
): ReportMedia {
  const { location, ...rest } = photo;
  if (location === undefined || comment?.locations.includes(location)) return photo;
  return rest;
}

/** The photos of a comment as readers see them: those of one location after another. */
export function photosOfComment(comment: ReportComment, item: Pick<ReportItem, 'media'>): ReportMedia[] {
  const own = item.media.filter((photo) => photo.comment_id === comment.id);
  return groupByLocation(comment.locations, own).flatMap(({ photos }) => photos);
}
