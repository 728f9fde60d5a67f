import { addHours } from '#domain/base/time.ts';
import type { ReportComment, ReportContent, ReportItem, ReportMedia } from '#domain/reports/reports.ts';
import type { WriteCtx } from '#server/context.ts';
import { inSlices } from '#server/db/in-slices.ts';
import { deleteMine, insertMine, updateMine } from '#server/db/scope.ts';
import { newPublicId } from '#server/ids.ts';
import { deleteUnpublishedMedia, mediaRetentionDays } from './delete-unpublished-media.job.ts';
import { registerCommentLink } from './register-comment-link.ts';

/**
 * Writes the difference between two states of a report's content, one step per level. The reducer preserves the
 * identity of unchanged objects, so the difference is found without comparing values. Ids of another report are
 * refused before.
 */
export async function saveContent(
  ctx: WriteCtx,
  reportId: string,
  old: ReportContent,
  next: ReportContent,
  rev: number,
): Promise<void> {
  const before = flat(old);
  const after = flat(next);
  // Deletions first: deleting a parent also deletes its children, and children that were moved are written again below.
  await moveMediaOut(ctx, reportId, before.media, after.media);
  await inSlices(changed(before.sections, after.sections), (part) => saveSections(ctx, reportId, part));
  await inSlices(changed(before.items, after.items), (part) => saveItems(ctx, reportId, part, rev));
  await inSlices(changed(before.comments, after.comments), (part) => saveComments(ctx, reportId, part, rev));
  await saveMedia(ctx, reportId, changed(before.media, after.media));
  await remove(ctx, 'report_comments', gone(before.comments, after.comments));
  await remove(ctx, 'report_items', gone(before.items, after.items));
  await remove(ctx, 'report_sections', gone(before.sections, after.sections));
}

function flat(content: ReportContent) {
  const items = content.sections.flatMap((section) => section.items);
  return {
    sections: content.sections,
    items,
    comments: items.flatMap((item) => item.comments),
    media: items.flatMap((item) => item.media),
  };
}

function changed<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((thing) => [thing.id, thing]));
  return after.filter((thing) => known.get(thing.id) !== thing);
}

function gone<T extends { id: string }>(before: readonly T[], after: readonly T[]): string[] {
  const remaining = new Set(after.map((thing) => thing.id));
  return before.filter((thing) => !remaining.has(thing.id)).map((thing) => thing.id);
}

async function saveSections(
  ctx: WriteCtx,
  reportId: string,
  sections: ReportContent['sections'],
): Promise<void> {
  await insertMine(
    ctx,
    'report_sections',
    sections.map(({ id, name, position, standards_text, hidden, is_repeatable }) => ({
      report_id: reportId,
      id,
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
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          position: eb.ref('excluded.position'),
          standards_text: eb.ref('excluded.standards_text'),
          hidden: eb.ref('excluded.hidden'),
        }))
        .where('report_sections.report_id', '=', reportId),
    )
    .execute();
}

async function saveItems(ctx: WriteCtx, reportId: string, items: ReportItem[], rev: number): Promise<void> {
  await insertMine(
    ctx,
    'report_items',
    items.map(({ id, section_id, name, position, show_ratings, rating }) => ({
      report_id: reportId,
      id,
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
        .doUpdateSet((eb) => ({
          section_id: eb.ref('excluded.section_id'),
          name: eb.ref('excluded.name'),
          position: eb.ref('excluded.position'),
          show_ratings: eb.ref('excluded.show_ratings'),
          rating: eb.ref('excluded.rating'),
          rev: eb.ref('excluded.rev'),
        }))
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
    comments.map(({ public_id, answer, text, ...comment }) => ({
      report_id: reportId,
      ...comment,
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
        .doUpdateSet((eb) => ({
          item_id: eb.ref('excluded.item_id'),
          kind: eb.ref('excluded.kind'),
          name: eb.ref('excluded.name'),
          included: eb.ref('excluded.included'),
          answer_type: eb.ref('excluded.answer_type'),
          options: eb.ref('excluded.options'),
          answer: eb.ref('excluded.answer'),
          text: eb.ref('excluded.text'),
          locations: eb.ref('excluded.locations'),
          category: eb.ref('excluded.category'),
          recommendation: eb.ref('excluded.recommendation'),
          tags: eb.ref('excluded.tags'),
          min_cost_cents: eb.ref('excluded.min_cost_cents'),
          max_cost_cents: eb.ref('excluded.max_cost_cents'),
          is_required: eb.ref('excluded.is_required'),
          position: eb.ref('excluded.position'),
          rev: eb.ref('excluded.rev'),
          updated_by: eb.ref('excluded.updated_by'),
          updated_at: eb.ref('excluded.updated_at'),
        }))
        .where('report_comments.report_id', '=', reportId),
    )
    .execute();
}

/** Only updates media, never adds any: their files were stored by the upload. */
async function saveMedia(ctx: WriteCtx, reportId: string, media: ReportMedia[]): Promise<void> {
  for (const { id, item_id, comment_id, kind, caption, annotations, position } of media) {
    if (kind === 'video' && comment_id) await registerCommentLink(ctx, reportId, comment_id);
    await updateMine(ctx, 'report_media')
      .set({ item_id, comment_id, caption, annotations: JSON.stringify(annotations), position })
      .where('id', '=', id)
      .execute();
  }
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
  const out = gone(before, after);
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
