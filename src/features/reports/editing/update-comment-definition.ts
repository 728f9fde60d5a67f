import { type Cents, toCentsOrNull } from '#domain/base/money.ts';
import type { CommentChanges, ReportOp } from '#domain/reports/operations/report-ops.ts';
import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { type RichText, sanitizeRichText } from '#domain/text/rich-text.ts';
import {
  type CommentDefinition,
  updateTemplateComment,
} from '#features/templates/update-template-comment.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { updateCommentDefinition as contract } from '../editing-contract.ts';
import { commentOnWire } from '../present.ts';
import { applyReportOps } from './apply-report-ops.ts';

type Input = HandlerInput<typeof contract>;

/** Changes a report's comment and the library comment it came from. Omitted fields stay unchanged. */
export async function updateCommentDefinition(
  ctx: WriteCtx,
  input: Input,
): Promise<HandlerOutput<typeof contract>> {
  const definition = definitionOf(input);
  const op: ReportOp = {
    op_id: newId(),
    type: 'update_comment',
    comment_id: input.commentId,
    changes: changesOf(definition),
  };
  const { content, rev, results } = await applyReportOps(ctx, { id: input.reportId, rev: null, ops: [op] });
  const comment = content.sections
    .flatMap((section) => section.items.flatMap((item) => item.comments))
    .find((one) => one.id === input.commentId);
  if (!comment) throw notFound();
  const refused = results[0]?.refused;
  if (refused) throw badInput({ min_cost: refused });
  if (comment.template_comment_id) await updateTemplateComment(ctx, comment.template_comment_id, definition);
  return { comment: commentOnWire(comment), rev };
}

function definitionOf(input: Input): CommentDefinition {
  const { name, tags, category, recommendation, default_location, default_text, min_cost, max_cost } = input;
  return {
    name,
    ...(tags === undefined ? {} : { tags }),
    ...(category === undefined ? {} : { category }),
    ...(recommendation === undefined ? {} : { recommendation }),
    ...(default_location === undefined ? {} : { default_location }),
    ...(default_text === undefined ? {} : { default_text: treeOf(default_text) }),
    ...(min_cost === undefined ? {} : { min_cost_cents: cents(min_cost) }),
    ...(max_cost === undefined ? {} : { max_cost_cents: cents(max_cost) }),
  };
}

function changesOf({ default_location, default_text, ...same }: CommentDefinition): CommentChanges {
  return {
    ...same,
    ...(default_location === undefined
      ? {}
      : { locations: default_location === '' ? [] : [default_location] }),
    ...(default_text === undefined ? {} : { text: default_text }),
  };
}

function treeOf(text: string | Record<string, unknown> | null): RichText | null {
  if (text === null || text === '') return null;
  return typeof text === 'string' ? htmlToRichText(text) : sanitizeRichText(text);
}

function cents(amount: number | null): Cents | null {
  return amount === null ? null : toCentsOrNull(amount);
}
