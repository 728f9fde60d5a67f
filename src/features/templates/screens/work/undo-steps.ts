import type { TemplateContent } from '#domain/templates/template.ts';
import { stillUndoable } from '#domain/templates/template-op-facts.ts';
import { applyTemplateOps, type TemplateChange, type TemplateOp } from '#domain/templates/template-ops.ts';
import { continuesTyping } from './merged-change.ts';

/** One step of the user with what takes it back, the last change first. */
export interface Step {
  done: TemplateChange[];
  undo: TemplateChange[];
}

const mostSteps = 200;

/** What the user can take back, and do again. */
export class UndoSteps {
  readonly done: Step[] = [];
  readonly undone: Step[] = [];

  /** Adds a new step; typing on in the same fields continues the last one. */
  record(step: Step): void {
    const last = this.done.at(-1);
    if (last && continuesTyping(last.done, step.done)) last.done = step.done;
    else this.done.push(step);
    if (this.done.length > mostSteps) this.done.shift();
    this.undone.length = 0;
  }
}

/** The changes that take a step back, without the fields that someone else has changed since. */
export function leftToUndo(content: TemplateContent, step: Step): TemplateChange[] {
  let current = content;
  const done = step.done.toReversed();
  return step.undo.flatMap((undo, i) => {
    const left = done[i] && stillUndoable(current, done[i], undo);
    if (!left) return [];
    current = applyTemplateOps(current, [{ ...left, op_id: '' } as TemplateOp]).content;
    return [left];
  });
}
