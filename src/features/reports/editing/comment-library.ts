import type { AnswerType, CommentKind } from '#domain/reports/reports.ts';
import type { RichText } from '#domain/text/rich-text.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine } from '#server/db/scope.ts';
import { decimalCost } from '#wire/costs.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../library-contract.ts';
import * as library from '../library-store.ts';
import { centsColumn } from '../present.ts';
import * as store from '../store.ts';

/** What the editor offers besides the comments of the report: favorites, most used ones, and those of other templates. */
export async function getCommentLibrary(
  ctx: ReadCtx,
  { id }: { id: string },
): Promise<HandlerOutput<typeof contract.getCommentLibrary>> {
  const report = await store.findReport(ctx, { id });
  if (!report) throw notFound();
  const favorites = await library.favoritesOf(ctx, ctx.requireUser().userId);
  const uses = await library.usesOfComments(ctx);
  const own = await library.libraryIdsOf(ctx, id);
  const used = uses.toSorted((a, b) => b.count - a.count).map((each) => each.id);
  const others = [...new Set([...favorites, ...used])].filter((one) => !own.has(one));
  const rows = others.length === 0 ? [] : await library.commentsByIds(ctx, others);
  return { favorites, uses, comments: rows.map(commentOf) };
}

/** Searches the comments of all templates of the company. */
export async function searchLibrary(
  ctx: ReadCtx,
  { id, search, item }: HandlerInput<typeof contract.searchLibrary>,
): Promise<HandlerOutput<typeof contract.searchLibrary>> {
  if (!(await store.findReport(ctx, { id }))) throw notFound();
  return { comments: (await library.findComments(ctx, search, item)).map(commentOf) };
}

/** Stars a comment of the library for the user, or takes the star away. */
export async function favorComment(
  ctx: WriteCtx,
  { commentId, is_favorite }: HandlerInput<typeof contract.favorComment>,
): Promise<HandlerOutput<typeof contract.favorComment>> {
  const user_id = ctx.requireUser().userId;
  const known = await mine(ctx, 'template_comments')
    .where('id', '=', commentId)
    .select('id')
    .executeTakeFirst();
  if (!known) throw notFound();
  if (is_favorite)
    await insertMine(ctx, 'favorite_comments', {
      ...{ user_id, template_comment_id: commentId, created_at: ctx.now },
    })
      .onConflict((oc) => oc.doNothing())
      .execute();
  else
    await deleteMine(ctx, 'favorite_comments')
      .where('user_id', '=', user_id)
      .where('template_comment_id', '=', commentId)
      .execute();
  return { is_favorite };
}

type Row = Awaited<ReturnType<typeof library.commentsByIds>>[number];

function commentOf(row: Row): contract.LibraryComment {
  const { default_text, default_location, min_cost_cents, max_cost_cents, ...rest } = row;
  return {
    ...rest,
    kind: row.kind as CommentKind,
    answer_type: row.answer_type as AnswerType,
    text: default_text as RichText | null,
    locations: default_location === '' ? [] : [default_location],
    min_cost: decimalCost(centsColumn(min_cost_cents)),
    max_cost: decimalCost(centsColumn(max_cost_cents)),
  };
}
