import type { OpResult } from '#domain/base/operations.ts';
import type { TemplateContent } from '#domain/templates/template.ts';
import { overwrittenBy, rivalsOf } from '#domain/templates/template-op-facts.ts';
import { applyTemplateOps as applyOps, type TemplateOp } from '#domain/templates/template-ops.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import {
  freshOps,
  knownOps,
  type NewerOp,
  type OpLog,
  opsSince,
  rememberOps,
  resultsFor,
} from '#server/op-log.ts';
import { AppError } from '#wire/errors.ts';
import { loadTemplate, lockTemplate } from '../template-content.ts';
import { saveTemplate } from './save-template.ts';

const log: OpLog = { table: 'template_ops', owner: 'template_id' };

export interface AppliedTemplateOps {
  rev: number;
  version: number;
  /** Someone else has changed the template since the state the caller knew. */
  behind: boolean;
  results: OpResult[];
}

/**
 * Applies the editor's changes in order. Skips operations that were already applied (same op_id). Stores refused ones
 * in the history with their reason, so that no text is lost. Throws CONFLICT, and applies nothing, if someone else
 * changed the same field, or something inside a part that is to be removed, after `rev`; `own` are newer changes of the
 * same editor.
 */
export async function applyTemplateOps(
  ctx: WriteCtx,
  input: { id: string; rev: number | null; ops: readonly TemplateOp[]; own?: readonly string[] | undefined },
): Promise<AppliedTemplateOps> {
  await lockTemplate(ctx, input.id);
  const template = await loadTemplate(ctx, input.id);
  const known = await knownOps(ctx, log, input.ops);
  const fresh = freshOps(input.ops, known);
  const rev = input.rev ?? template.rev;
  const own = [...(input.own ?? []), ...input.ops.map((op) => op.op_id)];
  const newer = rev < template.rev ? await opsSince<TemplateOp>(ctx, log, input.id, rev, own) : [];
  const behind = newer.length > 0;
  refuseRivals(template.content, template.rev, fresh, newer);
  if (fresh.length === 0) {
    const { rev: now, version } = template;
    return { rev: now, version, behind, results: resultsFor(input.ops, known, []) };
  }
  const { content, results } = applyOps(template.content, fresh);
  const isChange = content !== template.content;
  const nextRev = isChange ? template.rev + 1 : template.rev;
  const version = isChange ? await nextVersion(ctx, input.id, template.version) : template.version;
  if (isChange) {
    await saveTemplate(ctx, input.id, template.content, content);
    await updateMine(ctx, 'templates')
      .set({ rev: nextRev, version, updated_at: ctx.now })
      .where('id', '=', input.id)
      .execute();
  }
  await rememberOps(
    ctx,
    log,
    input.id,
    nextRev,
    { content: template.content, ops: fresh, results },
    {
      apply: (current, op) => applyOps(current, [op]).content,
      overwritten: overwrittenBy,
    },
  );
  return { rev: nextRev, version, behind, results: resultsFor(input.ops, known, results) };
}

/** A version that reports were made from stays as it was: the next change begins a new one. */
async function nextVersion(ctx: WriteCtx, id: string, version: number): Promise<number> {
  const frozen = await mine(ctx, 'template_versions')
    .where('template_id', '=', id)
    .where('version', '=', version)
    .select('version')
    .executeTakeFirst();
  return frozen ? version + 1 : version;
}

function refuseRivals(
  content: TemplateContent,
  rev: number,
  ops: readonly TemplateOp[],
  newer: readonly NewerOp<TemplateOp>[],
): void {
  const conflicts = rivalsOf(content, ops, newer).map(({ op, rival }) => ({
    op_id: op.op_id,
    by: rival.actor_name,
    at: rival.at,
    theirs: rival.op.op_id,
  }));
  if (conflicts.length > 0)
    throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', { rev, conflicts });
}
