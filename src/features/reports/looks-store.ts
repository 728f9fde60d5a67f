import { sql } from 'kysely';
import { canonicalJson } from '#domain/base/canonical-json.ts';
import {
  isPhotoChanged,
  type PhotoEdit,
  type PhotoMark,
  storedEdit,
  storedMarks,
} from '#domain/reports/photos/photo-marks.ts';
import type { ReportMedia } from '#domain/reports/reports.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { sha256Hex } from '#server/ids.ts';

type AnyCtx = ReadCtx | WriteCtx;

/** How a photo looks to readers: its marks, crop and rotation at that time. */
export interface PhotoLook {
  annotations: PhotoMark[];
  edit: PhotoEdit | null;
}

/** Names a look by its content: equal marks and crop have the same name. Null for a photo shown as it was taken. */
export function lookName({ annotations, edit }: Pick<ReportMedia, 'annotations' | 'edit'>): string | null {
  const look = { annotations, edit: edit ?? null };
  return isPhotoChanged(look) ? sha256Hex(canonicalJson(look)).slice(0, 40) : null;
}

/**
 * How a photo or video looks in the published report, or in the version with this number. Null if its readers do not see
 * it there, or the version was withdrawn.
 */
export async function publishedLook(
  ctx: AnyCtx,
  report: { id: string; published_rev: number | null },
  mediaId: string,
  version?: number,
): Promise<PhotoLook | null> {
  if (report.published_rev === null) return null;
  const row = await snapshotLook(ctx, report, mediaId, version);
  return row?.is_shown && row.withdrawn_at === null ? lookOfRow(row.photo) : null;
}

/** How a photo looks in a version, also one that was withdrawn; null if the version does not have it. */
export async function lookInVersion(
  ctx: AnyCtx,
  report: { id: string; published_rev: number | null },
  mediaId: string,
  version: number,
): Promise<PhotoLook | null> {
  const row = await snapshotLook(ctx, report, mediaId, version);
  return row?.photo ? lookOfRow(row.photo) : null;
}

/** The look from stored marks and a stored crop. */
export function lookOfRow(row: unknown): PhotoLook {
  const { annotations, edit } = (row ?? {}) as { annotations?: unknown; edit?: unknown };
  return { annotations: storedMarks(annotations), edit: storedEdit(edit) };
}

/** Read by path: the content of a version is large, and a page asks for each of its photos. */
function snapshotLook(
  ctx: AnyCtx,
  report: { id: string; published_rev: number | null },
  mediaId: string,
  version: number | undefined,
) {
  const all = mine(ctx, 'report_snapshots').where('report_id', '=', report.id);
  const found =
    version === undefined
      ? all.where('rev', '=', report.published_rev ?? -1)
      : all
          .orderBy('rev')
          .offset(version - 1)
          .limit(1);
  return found
    .select([
      'withdrawn_at',
      sql<boolean>`${mediaId}::uuid = any(media_ids)`.as('is_shown'),
      sql<unknown>`jsonb_path_query_first(content, '$.content.sections[*].items[*].media[*] ? (@.id == $id)',
        jsonb_build_object('id', ${mediaId}::text))`.as('photo'),
    ])
    .executeTakeFirst();
}
