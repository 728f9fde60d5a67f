import { useMemo } from 'react';
import { sortByTime } from '#domain/reports/photos/photo-order.ts';
import type { ReportMedia } from '#domain/reports/reports.ts';
import type { UploadingMedia } from '../work/photo-uploads.ts';

/** An unsorted photo: on the server, or still to be uploaded. */
export interface UnsortedRow {
  readonly id: string;
  readonly taken_at: string | null;
  readonly time_source: ReportMedia['time_source'];
  readonly media: ReportMedia | null;
  readonly waiting: UploadingMedia | null;
}

/** Returns the unsorted photos in the order in which they were taken. */
export function useUnsortedRows(
  unsorted: readonly ReportMedia[] | undefined,
  waiting: readonly UploadingMedia[],
): UnsortedRow[] {
  return useMemo(() => {
    const arrived = (unsorted ?? []).map((media) => rowOf(media.id, media, null));
    const known = new Set(arrived.map((row) => row.id));
    const coming = waiting
      .filter((photo) => !known.has(photo.media_id))
      .map((photo) => rowOf(photo.media_id, null, photo));
    return sortByTime([...arrived, ...coming]);
  }, [unsorted, waiting]);
}

function rowOf(id: string, media: ReportMedia | null, waiting: UploadingMedia | null): UnsortedRow {
  const { taken_at = null, time_source = null } = media ?? waiting?.facts?.time ?? {};
  return { id, taken_at, time_source, media, waiting };
}
