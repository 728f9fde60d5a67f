import type { TemplateContent } from '#domain/templates/template.ts';
import { stillUndoable } from '#domain/templates/template-op-facts.ts';
import { applyTemplateOps, type TemplateChange, type TemplateOp } from '#domain/templates/template-ops.ts';

/** How steps of the template editor are undone. */
export const undoRules = {
  left: stillUndoable,
  apply: (content: TemplateContent, change: TemplateChange) =>
    applyTemplateOps(content, [{ ...change, op_id: '' } as TemplateOp]).content,
};
