import type { TemplateChange, TemplateOp } from '#domain/templates/template-ops.ts';

/** Merges two changes of the same part into one; null if they are of different parts. */
export function mergedChange(earlier: TemplateOp, later: TemplateOp): TemplateOp | null {
  if (!('changes' in earlier) || !('changes' in later) || partOf(earlier) !== partOf(later)) return null;
  return { ...earlier, changes: { ...earlier.changes, ...later.changes } } as TemplateOp;
}

/** Whether a step only goes on with the one before, typing in the same fields: together they are one step of undo. */
export function continuesTyping(before: readonly TemplateChange[], next: readonly TemplateChange[]): boolean {
  const [a, b] = [before[0], next[0]];
  if (before.length > 1 || next.length > 1 || !a || !b || !('changes' in a) || !('changes' in b))
    return false;
  const fields = (change: { changes: object }) => Object.keys(change.changes).sort().join();
  return partOf(a) === partOf(b) && fields(a) === fields(b);
}

function partOf(op: TemplateChange): string {
  if (op.type === 'update_section') return op.section_id;
  if (op.type === 'update_item') return op.item_id;
  return op.type === 'update_comment' ? op.comment_id : op.type;
}
