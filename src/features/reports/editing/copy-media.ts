import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { newPublicId } from '#server/ids.ts';

/** A photo and the id of its copy. */
export interface CopiedMedia {
  from: string;
  to: string;
}

/** Adds copies of photos to a report. They share the files of their originals and have new addresses. */
export async function copyMedia(
  ctx: WriteCtx,
  reportId: string,
  copied: readonly CopiedMedia[],
): Promise<void> {
  if (copied.length === 0) return;
  const copyOf = new Map(copied.map(({ from, to }) => [from, to]));
  const rows = await mine(ctx, 'report_media')
    .where('id', 'in', [...copyOf.keys()])
    .selectAll()
    .execute();
  await insertMine(
    ctx,
    'report_media',
    rows.map(({ subscriber_id: _, annotations, edit, ...row }) => ({
      ...row,
      id: copyOf.get(row.id) ?? row.id,
      report_id: reportId,
      public_id: newPublicId(),
      annotations: JSON.stringify(annotations),
      edit: edit === null ? null : JSON.stringify(edit),
      deleted_at: null,
      created_at: ctx.now,
    })),
  ).execute();
}
