import { useState } from 'react';
import { canonicalJson } from '#domain/base/canonical-json.ts';
import { checkEdit, checkMarks, type PhotoEdit, type PhotoMark } from '#domain/reports/photos/photo-marks.ts';

/** The marks of a photo with its crop and rotation. */
export interface Look {
  annotations: readonly PhotoMark[];
  edit: PhotoEdit | null;
}

export interface LookHistory {
  look: Look;
  /** Stores a change; false if the photo may not have it, such as too many marks. */
  change(changes: Partial<Look>): boolean;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
  /** Why the last change was refused. */
  problem: string | null;
}

interface Steps {
  past: readonly Look[];
  future: readonly Look[];
  /** The look after the last step. */
  at: string;
}

/**
 * The steps of one session. Each is stored at once, so that closing the window loses nothing; a change by someone else ends
 * what can be undone.
 */
export function useLook(
  look: Look,
  onChange: (changes: { annotations: PhotoMark[]; edit: PhotoEdit | null }) => void,
): LookHistory {
  const [steps, setSteps] = useState<Steps>({ past: [], future: [], at: keyOf(look) });
  const [problem, setProblem] = useState<string | null>(null);
  const isOurs = steps.at === keyOf(look);
  const { past, future } = isOurs ? steps : { past: [], future: [] };
  function store(next: Look, more: Pick<Steps, 'past' | 'future'>): boolean {
    // As the server stores them: rounded, so that the next look is recognized as ours.
    const marks = checkMarks(next.annotations);
    const edit = checkEdit(next.edit);
    const refused = 'problem' in marks ? marks.problem : 'problem' in edit ? edit.problem : null;
    setProblem(refused?.message ?? null);
    if ('problem' in marks || 'problem' in edit) return false;
    const stored = { annotations: marks.value, edit: edit.value };
    setSteps({ ...more, at: keyOf(stored) });
    onChange(stored);
    return true;
  }
  const [before, after] = [past.at(-1), future[0]];
  return {
    look,
    problem,
    canUndo: before !== undefined,
    canRedo: after !== undefined,
    change: (changes) => store({ ...look, ...changes }, { past: [...past, look], future: [] }),
    undo: () => void (before && store(before, { past: past.slice(0, -1), future: [look, ...future] })),
    redo: () => void (after && store(after, { past: [...past, look], future: future.slice(1) })),
  };
}

const keyOf = ({ annotations, edit }: Look) => canonicalJson([annotations, edit]);
