import { groupBy } from '#domain/base/group-by.ts';
import { storedEdit, storedMarks } from '#domain/reports/photos/photo-marks.ts';
import type { ReportMedia } from '#domain/reports/reports.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** The columns of a photo or video that its report shows. */
export const mediaColumns = [
  'id',
  'item_id',
  'comment_id',
  'public_id',
  'kind',
  'caption',
  'annotations',
  'edit',
  'location',
  'width',
  'height',
  'duration_ms',
  'taken_at',
  'time_source',
  'position',
  'is_before',
] as const;

/** A photo or video from these columns; only a video has a duration. */
export function mediaOfRow(
  row: Omit<
    ReportMedia,
    'kind' | 'annotations' | 'edit' | 'location' | 'duration_ms' | 'time_source' | 'is_before'
  > & {
    kind: string;
    annotations: unknown;
    edit: unknown;
    location: string;
    duration_ms: number | null;
    time_source: string | null;
    is_before: boolean;
  },
): ReportMedia {
  const { kind, annotations, edit, location, duration_ms, time_source, is_before, ...rest } = row;
  return {
    ...rest,
    kind: kind as ReportMedia['kind'],
    annotations: storedMarks(annotations),
    edit: storedEdit(edit),
    time_source: time_source as ReportMedia['time_source'],
    ...(location === '' ? {} : { location }),
    ...(duration_ms === null ? {} : { duration_ms }),
    ...(is_before ? { is_before } : {}),
  };
}

/** The photos and videos of reports that were not removed, in order, by report. */
export async function listMedia(
  ctx: ReadCtx | WriteCtx,
  reportIds: readonly string[],
): Promise<Map<string, ReportMedia[]>> {
  const rows = await mine(ctx, 'report_media')
    .where('report_id', 'in', reportIds)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .select('report_id')
    .select(mediaColumns)
    .execute();
  const media = groupBy(rows, (row) => row.report_id);
  return new Map(
    [...media].map(([id, own]) => [id, own.map(({ report_id: _r, ...row }) => mediaOfRow(row))]),
  );
}
