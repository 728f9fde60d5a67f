import { canonicalJson } from '#domain/base/canonical-json.ts';

/** Changes that the user made at once, each with what undoes it. */
export type Step<Change> = { done: Change; undo: Change[] }[];

const mostSteps = 200;

/** What the user of one editor can undo and redo. */
export class UndoSteps<Change extends { type: string }> {
  readonly done: Step<Change>[] = [];
  readonly undone: Step<Change>[] = [];

  /** Adds a new step; typing on in the same fields continues the last one. */
  record(step: Step<Change>): void {
    const [last, next] = [this.done.at(-1)?.[0], step[0]];
    const isMore = this.done.at(-1)?.length === 1 && step.length === 1;
    if (isMore && last && next && continuesTyping(last.done, next.done)) last.done = next.done;
    else this.done.push(step);
    if (this.done.length > mostSteps) this.done.shift();
    this.undone.length = 0;
  }
}

function continuesTyping(before: { type: string }, next: { type: string }): boolean {
  if (!('changes' in before) || !('changes' in next)) return false;
  const [{ changes: a, ...part }, { changes: b, ...other }] = [before, next];
  const fields = (changes: unknown) => Object.keys(changes as object).sort();
  return canonicalJson([part, fields(a)]) === canonicalJson([other, fields(b)]);
}

interface Rules<Content, Change> {
  /** The part of `undo` that only reverts what `done` did; null if someone else has changed all of it since. */
  left(content: Content, done: Change, undo: Change): Change | null;
  apply(content: Content, change: Change): Content;
}

/** The changes that undo a step, the last one first, without what someone else has changed since. */
export function leftToUndo<Content, Change>(
  content: Content,
  step: Step<Change>,
  { left, apply }: Rules<Content, Change>,
): Change[] {
  let current = content;
  return step.toReversed().flatMap(({ done, undo }) =>
    undo.flatMap((each) => {
      const change = left(current, done, each);
      if (change) current = apply(current, change);
      return change ? [change] : [];
    }),
  );
}
