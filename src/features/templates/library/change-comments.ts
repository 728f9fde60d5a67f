import { groupBy } from '#domain/base/group-by.ts';
import { type ReplaceProblem, replaceInComment, sharedChanges } from '#domain/templates/comment-library.ts';
import { stillUndoable } from '#domain/templates/template-op-facts.ts';
import type { TemplateChange, TemplateOp } from '#domain/templates/template-ops.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { applyTemplateOps } from '../editing/apply-template-ops.ts';
import {
  mostChanged,
  type ReplacedComments,
  type replaceInComments as replaceContract,
  type revertCommentChanges as revertContract,
  type shareWording as shareContract,
} from '../library-contract.ts';
import { loadTemplate } from '../template-content.ts';
import * as store from './library-store.ts';

type Changes = Extract<TemplateOp, { type: 'update_comment' }>['changes'];
interface CommentChange {
  comment: store.PlacedComment;
  changes: Changes;
}

/** Comments read at a time while a text is looked for. */
const sliceSize = 1000;

/** Replaces words in comments across templates, or returns what would be replaced. */
export async function replaceInComments(
  ctx: WriteCtx,
  input: HandlerInput<typeof replaceContract>,
): Promise<ReplacedComments> {
  const { found, more } = await findReplaceable(ctx, input);
  const possible = found.flatMap(({ comment, change }) =>
    typeof change === 'string' ? [] : [{ comment, changes: change }],
  );
  const op_ids = input.dry_run ? [] : await changeComments(ctx, possible);
  const comments = found.map(({ comment, change }) => {
    const problem = typeof change === 'string' ? change : null;
    const after = { ...comment, ...(typeof change === 'string' ? {} : change) };
    const { name, default_text } = after;
    return {
      ...store.libraryComment(comment),
      after: { name, text: store.plainText(default_text) },
      problem,
    };
  });
  return { comments, more, op_ids };
}

interface Replaceable {
  comment: store.PlacedComment;
  change: Changes | ReplaceProblem;
}

async function findReplaceable(
  ctx: WriteCtx,
  input: HandlerInput<typeof replaceContract>,
): Promise<{ found: Replaceable[]; more: boolean }> {
  const matching = (rows: readonly store.PlacedComment[]) =>
    rows.flatMap((comment): Replaceable[] => {
      const change = replaceInComment(comment, input);
      return change === null ? [] : [{ comment, change }];
    });
  if (input.template_id) await refuseUnknownTemplate(ctx, input.template_id);
  if (input.comments)
    return { found: matching(await knownComments(ctx, 'comments', input.comments)), more: false };
  const found: Replaceable[] = [];
  for (let after: string | null = null; ; ) {
    const rows = await store.nextComments(ctx, sliceSize, after, input.template_id);
    found.push(...matching(rows));
    after = rows.at(-1)?.id ?? null;
    if (found.length > mostChanged) return { found: found.slice(0, mostChanged), more: true };
    if (rows.length < sliceSize) return { found, more: false };
  }
}

/** Gives comments the fields of another one. */
export async function shareWording(
  ctx: WriteCtx,
  { id, to, fields }: HandlerInput<typeof shareContract>,
): Promise<HandlerOutput<typeof shareContract>> {
  const [source] = await store.commentsById(ctx, [id]);
  if (!source) throw notFound();
  const changes = sharedChanges(source, fields);
  const others = (await knownComments(ctx, 'to', to))
    .filter((row) => row.id !== id)
    .map((comment) => ({ comment, changes }));
  const op_ids = await changeComments(ctx, others);
  return { changed: op_ids.length, op_ids };
}

/** The comments with these ids. Throws BAD_USER_INPUT for the field if there is one that the company does not have. */
async function knownComments(ctx: WriteCtx, field: string, ids: readonly string[]) {
  const rows = await store.commentsById(ctx, ids);
  if (rows.length < new Set(ids).size) throw badInput({ [field]: 'A chosen comment no longer exists' });
  return rows;
}

async function refuseUnknownTemplate(ctx: WriteCtx, id: string): Promise<void> {
  const row = await mine(ctx, 'templates')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!row) throw badInput({ template_id: 'Unknown template' });
}

/**
 * Applies changes as the template editor would, so that open editors merge them and reports can take them over. The
 * templates are locked in the order of their ids, so that two such calls never wait for each other.
 */
async function changeComments(ctx: WriteCtx, changes: readonly CommentChange[]): Promise<string[]> {
  const byTemplate = groupBy(changes, ({ comment }) => comment.template_id);
  const applied: string[] = [];
  for (const id of [...byTemplate.keys()].sort()) {
    const ops = (byTemplate.get(id) ?? []).map(
      ({ comment, changes: fields }): TemplateOp => ({
        op_id: newId(),
        type: 'update_comment',
        comment_id: comment.id,
        changes: fields,
      }),
    );
    const { results } = await applyTemplateOps(ctx, { id, rev: null, ops });
    applied.push(...results.filter((result) => result.refused === null).map((result) => result.op_id));
  }
  return applied;
}

/** Reverts changes of comments that have not been changed since. */
export async function revertCommentChanges(
  ctx: WriteCtx,
  { op_ids }: HandlerInput<typeof revertContract>,
): Promise<HandlerOutput<typeof revertContract>> {
  const rows = await mine(ctx, 'template_ops')
    .where('op_id', 'in', op_ids)
    .where('refused', 'is', null)
    .select(['template_id', 'op', 'before'])
    .orderBy('seq')
    .execute();
  if (rows.length < new Set(op_ids).size) throw badInput({ op_ids: 'Unknown change' });
  const byTemplate = groupBy(rows, (row) => row.template_id);
  let reverted = 0;
  for (const id of [...byTemplate.keys()].sort()) {
    const { content } = await loadTemplate(ctx, id);
    const ops = (byTemplate.get(id) ?? []).flatMap(({ op, before }): TemplateOp[] => {
      const done = op as unknown as TemplateChange;
      if (done.type !== 'update_comment') return [];
      const undo: TemplateChange = {
        type: 'update_comment',
        comment_id: done.comment_id,
        changes: (before ?? {}) as unknown as Changes,
      };
      const left = stillUndoable(content, done, undo);
      return left ? [{ ...left, op_id: newId() } as TemplateOp] : [];
    });
    if (ops.length === 0) continue;
    const { results } = await applyTemplateOps(ctx, { id, rev: null, ops });
    reverted += results.filter((result) => result.refused === null).length;
  }
  return { reverted, left: op_ids.length - reverted };
}
