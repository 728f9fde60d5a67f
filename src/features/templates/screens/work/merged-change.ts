import type { TemplateOp } from '#domain/templates/template-ops.ts';

/** Merges two changes of the same part into one; null if they are of different parts. */
export function mergedChange(earlier: TemplateOp, later: TemplateOp): TemplateOp | null {
  if (!('changes' in earlier) || !('changes' in later) || partOf(earlier) !== partOf(later)) return null;
  return { ...earlier, changes: { ...earlier.changes, ...later.changes } } as TemplateOp;
}

function partOf(op: TemplateOp): string {
  if (op.type === 'update_section') return op.section_id;
  if (op.type === 'update_item') return op.item_id;
  return op.type === 'update_comment' ? op.comment_id : op.type;
}
