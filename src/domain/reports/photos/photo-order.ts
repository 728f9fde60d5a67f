/** The order of photos by the time they were taken. Apart from `photo-time.ts`, since the editor needs no calendar for it. */
import { placed, sortByPosition } from '../../base/ordered.ts';
import type { ReportMedia } from '../reports.ts';

type Timed = Pick<ReportMedia, 'taken_at'>;

/** Sorts by time taken; without a time last, and equal times in the order of `id`, which is the order of upload. */
export function sortByTime<T extends Timed & { id: string }>(photos: readonly T[]): T[] {
  return photos.toSorted((a, b) => compareTimes(a, b) || (a.id < b.id ? -1 : 1));
}

function compareTimes(a: Timed, b: Timed): number {
  if (a.taken_at === b.taken_at) return 0;
  if (!a.taken_at || !b.taken_at) return a.taken_at ? -1 : 1;
  return a.taken_at < b.taken_at ? -1 : 1;
}

/**
 * Inserts a photo into those of an item: before the photos of the same comment that were taken later, without changing
 * an order made by hand.
 */
export function insertedByTime(list: readonly ReportMedia[], photo: ReportMedia): ReportMedia[] {
  const sorted = sortByPosition(list);
  const peers = sorted.filter((each) => each.comment_id === photo.comment_id);
  let next: ReportMedia | undefined;
  for (const peer of peers.reverse()) {
    if (!peer.taken_at || compareTimes(peer, photo) <= 0) break;
    next = peer;
  }
  const at = next ? sorted.indexOf(next) : sorted.length;
  return placed([...sorted.slice(0, at), photo, ...sorted.slice(at)]);
}
