import { changedParts, removedIds } from '#domain/base/ordered.ts';
import { addHours } from '#domain/base/time.ts';
import {
  allMedia,
  type ReportComment,
  type ReportContent,
  type ReportItem,
  type ReportMedia,
} from '#domain/reports/reports.ts';
import type { WriteCtx } from '#server/context.ts';
import { excludedColumns } from '#server/db/excluded-columns.ts';
import { inSlices } from '#server/db/in-slices.ts';
import { deleteMine, insertMine, updateMine } from '#server/db/scope.ts';
import { newPublicId } from '#server/ids.ts';
import { type CopiedMedia, copyMedia } from './copy-media.ts';
import { deleteUnpublishedMedia, mediaRetentionDays } from './delete-unpublished-media.job.ts';
import { scheduleLookDeletion } from './delete-unused-looks.job.ts';
import { saveMedia } from './save-media.ts';

/**
 * Writes the difference between two states of a report's content, one step per level. The reducer preserves the
 * identity of unchanged objects, so the difference is found without comparing values. Ids of another report are
 * refused before. `copied` are the photos that exist as copies only from now on.
 */
export async function saveContent(
  ctx: WriteCtx,
  reportId: string,
  old: ReportContent,
  next: ReportContent,
  rev: number,
  copied: readonly CopiedMedia[] = [],
): Promise<void> {
  const before = flat(old);
  const after = flat(next);
  await moveMediaOut(ctx, reportId, before.media, after.media);
  await inSlices(changedParts(before.sections, after.sections), (part) => saveSections(ctx, reportId, part));
  await inSlices(changedParts(before.items, after.items), (part) => saveItems(ctx, reportId, part, rev));
  await inSlices(changedParts(before.comments, after.comments), (part) =>
    saveComments(ctx, reportId, part, rev),
  );
  await copyMedia(ctx, reportId, copied);
  const media = changedParts(before.media, after.media);
  await saveMedia(ctx, reportId, media);
  await scheduleLookDeletion(ctx, reportId, before.media, media);
  // Last: deleting a parent also deletes its children, and those that were moved have left it by now.
  await remove(ctx, 'report_comments', removedIds(before.comments, after.comments));
  await remove(ctx, 'report_items', removedIds(before.items, after.items));
  await remove(ctx, 'report_sections', removedIds(before.sections, after.sections));
}

function flat(content: ReportContent) {
  const items = content.sections.flatMap((section) => section.items);
  return {
    sections: content.sections,
    items,
    comments: items.flatMap((item) => item.comments),
    media: allMedia(content),
  };
}

async function saveSections(
  ctx: WriteCtx,
  reportId: string,
  sections: ReportContent['sections'],
): Promise<void> {
  await insertMine(
    ctx,
    'report_sections',
    sections.map(({ id, template_section_id, name, position, standards_text, hidden, is_repeatable }) => ({
      report_id: reportId,
      id,
      template_section_id: template_section_id ?? null,
      name,
      position,
      standards_text: json(standards_text),
      hidden,
      is_repeatable,
    })),
  )
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'id'])
        .doUpdateSet(excludedColumns(['name', 'position', 'standards_text', 'hidden']))
        .where('report_sections.report_id', '=', reportId),
    )
    .execute();
}

async function saveItems(ctx: WriteCtx, reportId: string, items: ReportItem[], rev: number): Promise<void> {
  await insertMine(
    ctx,
    'report_items',
    items.map(({ id, section_id, template_item_id, name, position, show_ratings, rating }) => ({
      report_id: reportId,
      id,
      template_item_id: template_item_id ?? null,
      section_id,
      name,
      position,
      show_ratings,
      rating,
      rev,
    })),
  )
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'id'])
        .doUpdateSet(excludedColumns(['section_id', 'name', 'position', 'show_ratings', 'rating', 'rev']))
        .where('report_items.report_id', '=', reportId),
    )
    .execute();
}

async function saveComments(
  ctx: WriteCtx,
  reportId: string,
  comments: ReportComment[],
  rev: number,
): Promise<void> {
  await insertMine(
    ctx,
    'report_comments',
    comments.map(({ public_id, answer, text, in_summary = null, ...comment }) => ({
      report_id: reportId,
      ...comment,
      in_summary,
      public_id: public_id ?? newPublicId(),
      answer: json(answer),
      text: json(text),
      rev,
      updated_by: ctx.actor?.userId ?? null,
      updated_at: ctx.now,
    })),
  )
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'id'])
        .doUpdateSet(
          excludedColumns([
            'item_id',
            'template_comment_id',
            'kind',
            'name',
            'included',
            'answer_type',
            'options',
            'answer',
            'text',
            'locations',
            'category',
            'recommendation',
            'tags',
            'min_cost_cents',
            'max_cost_cents',
            'is_required',
            'in_summary',
            'position',
            'rev',
            'updated_by',
            'updated_at',
          ]),
        )
        .where('report_comments.report_id', '=', reportId),
    )
    .execute();
}

/**
 * Removed media keep their rows and files, since the published state may still show them. Unpublished ones are deleted
 * later.
 */
async function moveMediaOut(
  ctx: WriteCtx,
  reportId: string,
  before: readonly ReportMedia[],
  after: readonly ReportMedia[],
): Promise<void> {
  const out = removedIds(before, after);
  if (out.length === 0) return;
  await updateMine(ctx, 'report_media').set({ deleted_at: ctx.now }).where('id', 'in', out).execute();
  const runAt = addHours(ctx.now, 24 * mediaRetentionDays);
  await ctx.enqueue(deleteUnpublishedMedia, { report_id: reportId }, { key: `media:${reportId}`, runAt });
}

async function remove(
  ctx: WriteCtx,
  table: 'report_sections' | 'report_items' | 'report_comments',
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await deleteMine(ctx, table).where('id', 'in', ids).execute();
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
